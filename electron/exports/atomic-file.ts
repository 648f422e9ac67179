import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getErrorCode } from '../base/errors.ts';
import { renameFile } from '../base/rename-file.ts';
import { ExportError } from './export-error.ts';
import { followLinks, isOwnedByThisProcess } from './file-owners.ts';

/** The part of the file system that is used here; tests pass one that fails. */
export interface Disk {
  readonly open: (path: string, flags: number, mode?: number) => Promise<DiskFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: true }) => Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'writeFile' | 'sync' | 'stat' | 'chmod' | 'close'>;

const SYSTEM_DISK: Disk = { open, rename: (from, to) => renameFile(from, to), rm };

/** Permissions of a new file, before the umask. */
const NEW_FILE_MODE = 0o666;

/** Permissions of a file while it is written. */
const OWNER_WRITES = 0o600;

/** Windows lacks this flag and does not need it. */
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

/** Fills the file `part`. `mode` is the permissions of the file that it will replace, if there is one. */
type Fill<Filled extends FilledPart> = (part: string, mode: number | null) => Promise<Filled>;

interface ReplaceOptions<Filled> {
  readonly disk?: Disk;
  /** `path` is the requested path or, if that is a link, the file that it leads to. */
  readonly choosePath?: (filled: Filled, path: string) => string;
}

/**
 * Writes a file so that its path holds the old content or all of the new content, never a part. `fill` makes a file
 * beside it, which is renamed, or removed if anything fails. The writer may die at any time. `pathOf` may give the
 * filled file another name in the same folder; the file at `path` then stays unchanged. A link stays, and the file that
 * it leads to is replaced. `fill` gets the permissions of the file of this user that it replaces.
 *
 * Others may be able to write to the folder. A part file that they replaced is neither changed nor removed, and their
 * links are not followed. Throws `ExportError` `not_written` for an error of the disk and, before any work, for a name
 * that some systems refuse or that is not a file; and whatever `fill` throws.
 */
export async function replaceFile<Filled extends FilledPart>(
  path: string,
  fill: Fill<Filled>,
  options: ReplaceOptions<Filled> = {},
): Promise<{ readonly filled: Filled; readonly path: string }> {
  const { disk = SYSTEM_DISK, choosePath: pathOf = (_filled, requested) => requested } = options;
  const target = await findTarget(path);
  await removeOldParts(target.path, Date.now());
  const part = createPartPath(target.path);
  try {
    const filled = await fill(part, target.mode);
    const chosen = pathOf(filled, target.path);
    // Something else may have appeared there meanwhile.
    const replaced = await findTarget(chosen);
    await assertUnchanged(part, filled.file);
    await translateDiskErrors(disk.rename(part, replaced.path), REPLACING_REASONS);
    return { filled, path: chosen === target.path ? path : chosen };
  } catch (error) {
    await removePart(part, disk);
    throw error;
  }
}

/** `null` for an error with one of these codes. */
function ignoreErrors<Found>(codes: readonly string[], work: Promise<Found>): Promise<Found | null> {
  return work.catch((error: unknown) => {
    if (codes.includes(getErrorCode(error))) return null;
    throw error;
  });
}

/** Throws `ExportError` if the written file is gone or was replaced. */
async function assertUnchanged(part: string, written: WrittenFile): Promise<void> {
  const found = await translateDiskErrors(ignoreMissing(lstat(part, { bigint: true })));
  if (found === null || !isSame(found, written)) throw createReplacedError();
}

/** The inode number of a removed file may be used again by another user's file. */
function isSame(found: BigIntStats, { dev, ino, uid }: WrittenFile): boolean {
  return found.isFile() && found.ino === ino && found.uid === uid && (IS_WINDOWS || found.dev === dev);
}

/** On Windows, libuv 1.50 reports another device for the path of a file than for the open file. */
const IS_WINDOWS = process.platform === 'win32';

function createReplacedError(): ExportError {
  return createWriteError('another user or program moved it away while it was written', { reason: 'no-permission' });
}

/** Removes an abandoned part file, if it exists. A replacement by others stays. */
export async function removePart(part: string, disk: Disk = SYSTEM_DISK): Promise<void> {
  const found = await translateDiskErrors(ignoreMissing(lstat(part)));
  if (found?.isFile() && isOwnedByThisProcess(found)) await translateDiskErrors(disk.rm(part, { force: true }));
}

/** Writes the new file `part` and syncs it to the disk. Without a `mode` it has the permissions of any new file. */
export async function fillPart(
  part: string,
  chunks: AsyncIterable<string | Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
  { disk = SYSTEM_DISK, mode = null }: { readonly disk?: Disk; readonly mode?: number | null } = {},
): Promise<FilledPart & { readonly bytes: number }> {
  const file = await translateDiskErrors(
    disk.open(part, NEW_FILE, mode === null ? NEW_FILE_MODE : mode | OWNER_WRITES),
  );
  let bytes = 0;
  try {
    const { dev, ino, uid } = await translateDiskErrors(file.stat({ bigint: true }));
    for await (const chunk of chunks) {
      const written = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      onBytes(written);
      await translateDiskErrors(file.writeFile(written));
      bytes += written.length;
    }
    if (mode !== null) await setMode(file, mode);
    await translateDiskErrors(file.sync());
    return { bytes, file: { dev, ino, uid } };
  } finally {
    await translateDiskErrors(file.close());
  }
}

/** FAT and similar file systems have no permissions, and refuse to change them even for the owner. */
async function setMode(file: DiskFile, mode: number): Promise<void> {
  const found = await translateDiskErrors(file.stat({ bigint: true }));
  if ((Number(found.mode) & PERMISSIONS) !== mode) await translateDiskErrors(ignoreErrors(['EPERM'], file.chmod(mode)));
}

/** Even with all that is added, and three bytes per character, every disk accepts the name. */
const MAX_NAME_LENGTH = 70;

const RANDOM_END = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Another process may still be writing to a younger one. */
const MIN_ABANDONED_MS = 60 * 60 * 1000;

export function createPartPath(path: string): string {
  return join(dirname(path), `${getPartPrefix(path)}${randomUUID()}.part`);
}

/**
 * Removes part files beside `path` that killed exports of this user left an hour or more before `now`. Ignores
 * failures.
 */
export async function removeOldParts(path: string, now: number): Promise<void> {
  const start = getPartPrefix(path);
  const isPart = (name: string) => name.startsWith(start) && RANDOM_END.test(name.slice(start.length));
  await removeOldFiles(dirname(path), isPart, now);
}

/** Removes this user's files with such names that were last written an hour or more before `now`. Ignores failures. */
export async function removeOldFiles(folder: string, hasName: (name: string) => boolean, now: number): Promise<void> {
  // A folder that may not be listed can still be writable, and the next step reports a missing one.
  const names = await readdir(folder).catch((): string[] => []);
  await Promise.allSettled(names.filter(hasName).map((name) => removeOld(join(folder, name), now - MIN_ABANDONED_MS)));
}

async function removeOld(part: string, before: number): Promise<void> {
  const found = await lstat(part);
  if (found.isFile() && isOwnedByThisProcess(found) && found.mtimeMs < before) await rm(part);
}

function getPartPrefix(path: string): string {
  return `.${basename(path).slice(0, MAX_NAME_LENGTH)}.`;
}

export interface Target {
  /** For a link, the path of the file that it leads to. */
  readonly path: string;
  /** Permission bits of the existing file; `null` if there is none, or it belongs to another user. */
  readonly mode: number | null;
}

const PERMISSIONS = 0o777;

/**
 * Throws `ExportError` `not_written` for a device or other special file, an unusable name, and a link of another user.
 */
export async function findTarget(path: string): Promise<Target> {
  assertGoodName(path);
  const found = await translateDiskErrors(ignoreMissing(lstat(path)));
  const isLink = found?.isSymbolicLink() ?? false;
  const linked = isLink ? await translateDiskErrors(ignoreMissing(stat(path))) : found;
  if (isLink && linked === null) throw createNameError('it is a link to a file that does not exist');
  const followed = await translateDiskErrors(followLinks(found === null ? dirname(path) : path));
  if (followed.foreignLink !== null) {
    throw createWriteError(`the link ${followed.foreignLink} belongs to another user`, { reason: 'no-permission' });
  }
  return { path: isLink ? followed.path : path, mode: linked === null ? null : getMode(linked) };
}

/** Permissions of another user's file do not apply to ours. */
function getMode(found: Stats): number | null {
  if (found.isFile()) return isOwnedByThisProcess(found) ? found.mode & PERMISSIONS : null;
  throw createNameError(found.isDirectory() ? 'it is a folder' : 'it is a device or another special file');
}

function ignoreMissing<Found>(looking: Promise<Found>): Promise<Found | null> {
  return ignoreErrors(['ENOENT'], looking);
}

const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

const FORBIDDEN_CHARACTER = /[<>:"|?*\\]|\p{Cc}/u;

/** Windows drops these, so the file would get another name than was chosen. */
const LOST_END = /[. ]$/;

/** Throws `ExportError` `not_written` for a name that Windows refuses, because files are passed on. */
function assertGoodName(path: string): void {
  const name = basename(path);
  if (DEVICE.test(name) || FORBIDDEN_CHARACTER.test(name) || LOST_END.test(name)) throw createNameError();
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
  'bad-name': 'Windows does not allow this name',
};

/** More precise than their reason. */
const ERRNO_MESSAGES: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a link that leads back to itself',
  EISDIR: 'it is a folder',
  EFBIG: 'it is larger than the disk allows',
};

function createWriteError(problem: string, options: ErrorOptions & { reason: DiskReason | null }): ExportError {
  return new ExportError('not_written', `The file was not saved: ${problem}.`, options);
}

function createNameError(problem = REASON_MESSAGES['bad-name']): ExportError {
  return createWriteError(problem, { reason: 'bad-name' });
}

/** Turns an error of the disk into an `ExportError` `not_written`. */
export async function translateDiskErrors<T>(work: Promise<T>, reasons = FAILURE_REASONS): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code] ?? null;
    const problem = ERRNO_MESSAGES[code] ?? (reason === null ? code : REASON_MESSAGES[reason]);
    throw createWriteError(problem, { cause, reason });
  }
}
