import { chmod, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { onDisk, REPLACING_REASONS } from './disk-failures.ts';
import { findTarget } from './find-target.ts';
import { partPathOf, removeOldParts } from './part-files.ts';

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
