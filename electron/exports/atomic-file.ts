import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { renameFile } from '../base/rename-file.ts';
import { ExportError } from './export-error.ts';
import { followLinks, isOwn } from './file-owners.ts';

/** The part of the file system that is used here; tests pass one that fails. */
export interface Disk {
  readonly open: (path: string, flags: number, mode?: number) => Promise<DiskFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: true }) => Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'writeFile' | 'sync' | 'stat' | 'chmod' | 'close'>;

const SYSTEM_DISK: Disk = { open, rename: (from, to) => renameFile(from, to), rm };

/** Permissions of a new file, before the umask. */
const FOR_ALL = 0o666;

/** Permissions of a file while it is written. */
const OWNER_WRITES = 0o600;

/** Windows lacks this flag, and has no need of it. */
const { O_NOFOLLOW = 0 } = constants;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW;

/** Identifies a file that was written, whatever is at its path later. */
export interface WrittenFile {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly uid: bigint;
}

export interface FilledPart {
  readonly file: WrittenFile;
}

/** Fills the file `part`, and with `mode` where one is given: the permissions of the file that it will replace. */
type Fill<Filled extends FilledPart> = (part: string, mode: number | null) => Promise<Filled>;

interface ReplaceOptions<Filled> {
  readonly disk?: Disk;
  /** `path` is the one asked for or, where that is a link, the one to which it leads. */
  readonly pathOf?: (filled: Filled, path: string) => string;
}

/**
 * Makes a file so that its path holds the old content or all of the new one, never a part: `fill` makes a
 * file beside it, which is renamed, or removed when anything fails. The writer may be lost half-way. `pathOf` may
 * give what was filled another name in the same folder; then the file at `path` stays what it was. A link stays, and
 * the file to which it leads is replaced. `fill` is told the permissions of the file of this user that it replaces.
 *
 * Others may be able to write to the folder. Their replacement of the part file is neither changed nor
 * removed, and no link of theirs is followed. Throws `ExportError` `not_written` for what the disk refuses and, before
 * any work, for a name that is not taken everywhere or is that of something else than a file; and whatever `fill`
 * throws.
 */
export async function replaceFile<Filled extends FilledPart>(
  path: string,
  fill: Fill<Filled>,
  options: ReplaceOptions<Filled> = {},
): Promise<{ readonly filled: Filled; readonly path: string }> {
  const { disk = SYSTEM_DISK, pathOf = (_filled, asked) => asked } = options;
  const target = await findTarget(path);
  await removeOldParts(target.path, Date.now());
  const part = partPathOf(target.path);
  try {
    const filled = await fill(part, target.mode);
    const chosen = pathOf(filled, target.path);
    // Something else may have come there meanwhile.
    const replaced = await findTarget(chosen);
    await expectUnchanged(part, filled.file);
    await onDisk(disk.rename(part, replaced.path), REPLACING_REASONS);
    return { filled, path: chosen === target.path ? path : chosen };
  } catch (error) {
    await removePart(part, disk);
    throw error;
  }
}

/** Null for an error of these codes. */
function nullFor<Found>(codes: readonly string[], work: Promise<Found>): Promise<Found | null> {
  return work.catch((error: unknown) => {
    if (codes.includes(codeOf(error))) return null;
    throw error;
  });
}

/** Throws `ExportError` where something else lies at the path of a file that was written, or nothing does. */
async function expectUnchanged(part: string, written: WrittenFile): Promise<void> {
  const found = await onDisk(unlessMissing(lstat(part, { bigint: true })));
  if (found === null || !isSame(found, written)) throw changedMeanwhile();
}

/** The inode number of a removed file may be used again by another user's file. */
function isSame(found: BigIntStats, { dev, ino, uid }: WrittenFile): boolean {
  return found.isFile() && found.ino === ino && found.uid === uid && (IS_WINDOWS || found.dev === dev);
}

/** There libuv 1.50 answers another device for the path of a file than for the open file. */
const IS_WINDOWS = process.platform === 'win32';

function changedMeanwhile(): ExportError {
  return notWritten('another user or program moved it away while it was written', { reason: 'no-permission' });
}

/** Removes a part file that was given up; it may be missing. A replacement by others stays. */
export async function removePart(part: string, disk: Disk = SYSTEM_DISK): Promise<void> {
  const found = await onDisk(unlessMissing(lstat(part)));
  if (found?.isFile() && isOwn(found)) await onDisk(disk.rm(part, { force: true }));
}

/** Writes the new file `part` through to the disk. Without a `mode` it has the permissions of every new file. */
export async function fillPart(
  part: string,
  chunks: AsyncIterable<string | Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
  { disk = SYSTEM_DISK, mode = null }: { readonly disk?: Disk; readonly mode?: number | null } = {},
): Promise<FilledPart & { readonly bytes: number }> {
  const file = await onDisk(disk.open(part, NEW_FILE, mode === null ? FOR_ALL : mode | OWNER_WRITES));
  let bytes = 0;
  try {
    const { dev, ino, uid } = await onDisk(file.stat({ bigint: true }));
    for await (const chunk of chunks) {
      const written = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      onBytes(written);
      await onDisk(file.writeFile(written));
      bytes += written.length;
    }
    if (mode !== null) await setMode(file, mode);
    await onDisk(file.sync());
    return { bytes, file: { dev, ino, uid } };
  } finally {
    await onDisk(file.close());
  }
}

/** FAT and the like have no permissions, and refuse to change them even to the owner. */
async function setMode(file: DiskFile, mode: number): Promise<void> {
  const found = await onDisk(file.stat({ bigint: true }));
  if ((Number(found.mode) & PERMISSIONS) !== mode) await onDisk(nullFor(['EPERM'], file.chmod(mode)));
}

/** With all that is added, and three bytes for a character, still a name that every disk takes. */
const LONGEST_NAME = 70;

const RANDOM_END = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Another process may still be writing to a younger one. */
const LEFT_ALONE_MS = 60 * 60 * 1000;

export function partPathOf(path: string): string {
  return join(dirname(path), `${partStart(path)}${randomUUID()}.part`);
}

/**
 * Removes part files that killed exports of this user left beside `path` an hour or more before `now`, where it can.
 */
export async function removeOldParts(path: string, now: number): Promise<void> {
  const start = partStart(path);
  const isPart = (name: string) => name.startsWith(start) && RANDOM_END.test(name.slice(start.length));
  await removeOldFiles(dirname(path), isPart, now);
}

/** Removes the files of this user with such names that were last written an hour or more before `now`, where it can. */
export async function removeOldFiles(folder: string, isNamed: (name: string) => boolean, now: number): Promise<void> {
  // A folder that may not be listed can still be writable, and the next step reports a missing one.
  const names = await readdir(folder).catch((): string[] => []);
  await Promise.allSettled(names.filter(isNamed).map((name) => removeOld(join(folder, name), now - LEFT_ALONE_MS)));
}

async function removeOld(part: string, before: number): Promise<void> {
  const found = await lstat(part);
  if (found.isFile() && isOwn(found) && found.mtimeMs < before) await rm(part);
}

function partStart(path: string): string {
  return `.${basename(path).slice(0, LONGEST_NAME)}.`;
}

export interface Target {
  /** Of a link, that of the file to which it leads. */
  readonly path: string;
  /** Permission bits of the file that is there; null where there is none, or one of another user. */
  readonly mode: number | null;
}

const PERMISSIONS = 0o777;

/** Throws `ExportError` `not_written` for a device or the like, an unusable name, and a link of another user. */
export async function findTarget(path: string): Promise<Target> {
  expectGoodName(path);
  const found = await onDisk(unlessMissing(lstat(path)));
  const isLink = found?.isSymbolicLink() ?? false;
  const linked = isLink ? await onDisk(unlessMissing(stat(path))) : found;
  if (isLink && linked === null) throw badName('it is a link to a file that does not exist');
  const followed = await onDisk(followLinks(found === null ? dirname(path) : path));
  if (followed.foreignLink !== null) {
    throw notWritten(`the link ${followed.foreignLink} belongs to another user`, { reason: 'no-permission' });
  }
  return { path: isLink ? followed.path : path, mode: linked === null ? null : modeOf(linked) };
}

/** Permissions of another user's file do not apply to ours. */
function modeOf(found: Stats): number | null {
  if (found.isFile()) return isOwn(found) ? found.mode & PERMISSIONS : null;
  throw badName(found.isDirectory() ? 'it is a folder' : 'it is no file, but a device or the like');
}

function unlessMissing<Found>(looking: Promise<Found>): Promise<Found | null> {
  return nullFor(['ENOENT'], looking);
}

const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

const FORBIDDEN_CHARACTER = /[<>:"|?*\\]|\p{Cc}/u;

/** Windows leaves these out, so that the file gets another name than was chosen. */
const LOST_END = /[. ]$/;

/** Throws `ExportError` `not_written` for a name that Windows does not take: files are sent on. */
function expectGoodName(path: string): void {
  const name = basename(path);
  if (DEVICE.test(name) || FORBIDDEN_CHARACTER.test(name) || LOST_END.test(name)) throw badName();
}

type DiskReason = 'in-use' | 'disk-full' | 'no-permission' | 'no-folder' | 'bad-name';

type ReasonByErrno = Readonly<Record<string, DiskReason>>;

const FAILURE_REASONS: ReasonByErrno = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  ENOENT: 'no-folder',
  ENOTDIR: 'no-folder',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  EBUSY: 'in-use',
  ENAMETOOLONG: 'bad-name',
  ELOOP: 'bad-name',
  EISDIR: 'bad-name',
};

/** Windows reports a file that is open in another program as one that may not be replaced. */
const REPLACING_REASONS: ReasonByErrno = { ...FAILURE_REASONS, EACCES: 'in-use', EPERM: 'in-use' };

const REASON_MESSAGES: Readonly<Record<DiskReason, string>> = {
  'in-use': 'it is open in another program',
  'disk-full': 'the disk is full',
  'no-permission': 'writing there is not allowed',
  'no-folder': 'the folder does not exist',
  'bad-name': 'Windows does not take this name',
};

/** More precise than their reason. */
const ERRNO_MESSAGES: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a link that leads round in a circle',
  EISDIR: 'it is a folder',
  EFBIG: 'it is larger than files may be there',
};

function notWritten(problem: string, options: ErrorOptions & { reason: DiskReason | null }): ExportError {
  return new ExportError('not_written', `The file was not saved: ${problem}.`, options);
}

function badName(problem = REASON_MESSAGES['bad-name']): ExportError {
  return notWritten(problem, { reason: 'bad-name' });
}

/** An error of the disk becomes an `ExportError` `not_written`. */
export async function onDisk<T>(work: Promise<T>, reasons = FAILURE_REASONS): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code] ?? null;
    const problem = ERRNO_MESSAGES[code] ?? (reason === null ? code : REASON_MESSAGES[reason]);
    throw notWritten(problem, { cause, reason });
  }
}
