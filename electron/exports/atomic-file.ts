import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, type FileHandle, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ExportError } from './export-error.ts';

/** What of the file system is used here; tests hand in one that fails. */
export interface Disk {
  readonly open: (path: string, flags: 'wx', mode: number) => Promise<DiskFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: true }) => Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>;

const SYSTEM_DISK: Disk = { open, rename, rm };

/** What every new file is, but for what the system takes away from it. */
const FOR_ALL = 0o666;

export interface Replaced<Filled> {
  readonly filled: Filled;
  /** Where it lies: the path that was asked for, or another in its folder. */
  readonly path: string;
}

/** Fills the file `part`, and with `mode` where one is given: the permissions of the file that it will replace. */
type Fill<Filled> = (part: string, mode: number | null) => Promise<Filled>;

interface ReplaceOptions<Filled> {
  readonly disk?: Disk;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** `path` is the one asked for or, where that is a link, the one to which it leads. */
  readonly pathOf?: (filled: Filled, path: string) => string;
}

/**
 * Makes a file so that its path holds the old content or all of the new one, never a part: `fill` makes a
 * file beside it, which is renamed, or removed when anything fails. Whoever fills may be lost half-way. `pathOf` may
 * give what was filled another name in the same folder; then the file at `path` stays what it was. A link stays, and
 * the file to which it leads is replaced; a file that is replaced keeps its permissions.
 * Throws `ExportError` `not_written` for what the disk refuses and, before any work, for a name that is not taken
 * everywhere or is that of something else than a file; and whatever `fill` throws.
 */
export async function replaceFile<Filled>(
  path: string,
  fill: Fill<Filled>,
  options: ReplaceOptions<Filled> = {},
): Promise<Replaced<Filled>> {
  const { disk = SYSTEM_DISK, now = Date.now, pathOf = (_filled, asked) => asked } = options;
  const target = await findTarget(path);
  await removeOldParts(target.path, now());
  const part = partPathOf(target.path);
  try {
    const filled = await fill(part, target.mode);
    const chosen = pathOf(filled, target.path);
    // Something else may have come there meanwhile.
    const replaced = await findTarget(chosen);
    const mode = replaced.mode ?? target.mode;
    if (mode !== null) await onDisk(chmod(part, mode));
    await onDisk(disk.rename(part, replaced.path), REPLACING_REASONS);
    return { filled, path: chosen === target.path ? path : chosen };
  } catch (error) {
    await removePart(part, disk);
    throw error;
  }
}

/** Removes a part file that was given up; it may be missing. */
export async function removePart(part: string, disk: Disk = SYSTEM_DISK): Promise<void> {
  await onDisk(disk.rm(part, { force: true }));
}

/**
 * Writes the file `part`, which does not exist yet, down to the disk, and answers its bytes. Without a `mode` it is what
 * every new file is.
 */
export async function fillPart(
  part: string,
  chunks: AsyncIterable<string | Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
  { disk = SYSTEM_DISK, mode = null }: { readonly disk?: Disk; readonly mode?: number | null } = {},
): Promise<number> {
  const file = await onDisk(disk.open(part, 'wx', mode ?? FOR_ALL));
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      const written = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      onBytes(written);
      await onDisk(file.writeFile(written));
      bytes += written.length;
    }
    await onDisk(file.sync());
  } finally {
    await onDisk(file.close());
  }
  return bytes;
}

/** With all that is added, and three bytes for a character, still a name that every disk takes. */
const LONGEST_NAME = 70;

const RANDOM_END = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Somebody may still be writing to a younger one. */
const LEFT_ALONE_MS = 60 * 60 * 1000;

/** A path beside that of a file, for what is to become that file; a new one with each call. */
export function partPathOf(path: string): string {
  return join(dirname(path), `${partStart(path)}${randomUUID()}.part`);
}

/**
 * Removes what killed exports have left beside the file at `path`, and nobody has written to for an hour before `now`
 * (milliseconds since the epoch). It is no part of an export: what cannot be removed stays.
 */
export async function removeOldParts(path: string, now: number): Promise<void> {
  const folder = dirname(path);
  const start = partStart(path);
  // A folder that may not be listed can be written to all the same, and one that is gone is told of by what comes next.
  const names = await readdir(folder).catch((): string[] => []);
  const parts = names.filter((name) => name.startsWith(start) && RANDOM_END.test(name.slice(start.length)));
  await Promise.allSettled(parts.map((name) => removeOld(join(folder, name), now - LEFT_ALONE_MS)));
}

async function removeOld(part: string, before: number): Promise<void> {
  const found = await lstat(part);
  if (found.isFile() && found.mtimeMs < before) await rm(part);
}

function partStart(path: string): string {
  return `.${basename(path).slice(0, LONGEST_NAME)}.`;
}

/** Where a file is put. */
export interface Target {
  /** Of a link, that of the file to which it leads. */
  readonly path: string;
  /** Permission bits of the file that is there; null where there is none. */
  readonly mode: number | null;
}

const PERMISSIONS = 0o777;

/**
 * Finds what is at a path. Throws `ExportError` `not_written` for what is there and is no file, such as a device, which
 * a new file would take the place of, and for a name that is not taken everywhere.
 */
export async function findTarget(path: string): Promise<Target> {
  expectGoodName(path);
  const found = await onDisk(unlessMissing(lstat(path)));
  if (found === null) return { path, mode: null };
  if (!found.isSymbolicLink()) return { path, mode: modeOf(found) };
  const linked = await onDisk(unlessMissing(stat(path)));
  if (linked === null) throw badName('it is a link to a file that does not exist');
  const mode = modeOf(linked);
  return { path: await onDisk(realpath(path)), mode };
}

function modeOf(found: Stats): number {
  if (found.isFile()) return found.mode & PERMISSIONS;
  throw badName(found.isDirectory() ? 'it is a folder' : 'it is no file, but a device or the like');
}

async function unlessMissing(looking: Promise<Stats>): Promise<Stats | null> {
  return looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Names of devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Windows leaves these out, so that the file gets another name than was chosen. */
const LOST_END = /[. ]$/;

/**
 * Throws `ExportError` `not_written` for a name that is no file, or another one, on Windows: refused everywhere, for a
 * file is sent on.
 */
function expectGoodName(path: string): void {
  const name = basename(path);
  if (DEVICE.test(name) || CONTROL_CHARACTER.test(name) || LOST_END.test(name)) throw badName();
}

/** Why a file is not written, where the user can be told what to do about it. */
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

/** Windows tells of a file that is open in another program as of one that may not be replaced. */
const REPLACING_REASONS: ReasonByErrno = { ...FAILURE_REASONS, EACCES: 'in-use', EPERM: 'in-use' };

const REASON_WORDS: Readonly<Record<DiskReason, string>> = {
  'in-use': 'it is open in another program',
  'disk-full': 'the disk is full',
  'no-permission': 'writing there is not allowed',
  'no-folder': 'the folder does not exist',
  'bad-name': 'Windows does not take this name',
};

/** Said of these more closely than their reason does. */
const ERRNO_WORDS: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a link that leads round in a circle',
  EISDIR: 'it is a folder',
  EFBIG: 'it is larger than files may be there',
};

/** `words` go on after "The file was not saved: ". */
function notWritten(words: string, options: ErrorOptions & { reason: DiskReason | null }): ExportError {
  return new ExportError('not_written', `The file was not saved: ${words}.`, options);
}

function badName(words = REASON_WORDS['bad-name']): ExportError {
  return notWritten(words, { reason: 'bad-name' });
}

/** What the disk refuses becomes an `ExportError` `not_written`. */
export async function onDisk<T>(work: Promise<T>, reasons = FAILURE_REASONS): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code] ?? null;
    const words = ERRNO_WORDS[code] ?? (reason === null ? code : REASON_WORDS[reason]);
    throw notWritten(words, { cause, reason });
  }
}
