import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ExportError } from '../export-error.ts';
import { FAILURE_REASONS, REASON_WORDS, REPLACING_REASONS } from './disk-failures.ts';
import { expectGoodName } from './expect-good-name.ts';

/** What of the file system is used here; tests hand in one that fails. */
export interface Disk {
  readonly open: (path: string, flags: 'wx') => Promise<DiskFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: true }) => Promise<void>;
}
export type DiskFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>;

const SYSTEM_DISK: Disk = { open, rename, rm };

/**
 * Makes a file so that its path holds the old content or all of the new one, never a part: `fill` makes a
 * file beside it, which is renamed, or removed when anything fails. Whoever fills may be lost half-way. `pathOf` may
 * give what was filled another name in the same folder; then the file at `path` stays what it was.
 * Throws `ExportError` `not_written` for what the disk refuses and, before any work, for a name that is not taken
 * everywhere; and whatever `fill` throws.
 */
export async function replaceFile<Filled>(
  path: string,
  fill: (part: string) => Promise<Filled>,
  options: { readonly disk?: Disk; readonly pathOf?: (filled: Filled) => string } = {},
): Promise<Filled> {
  const { disk = SYSTEM_DISK, pathOf = () => path } = options;
  expectGoodName(path);
  const part = join(dirname(path), `.${basename(path).slice(0, 80)}.${randomUUID()}.part`);
  try {
    const filled = await fill(part);
    await onDisk(disk.rename(part, pathOf(filled)), REPLACING_REASONS);
    return filled;
  } catch (error) {
    await removePart(part, disk);
    throw error;
  }
}

/** Removes a part file that was given up; it may be missing. */
export async function removePart(part: string, disk: Disk = SYSTEM_DISK): Promise<void> {
  await onDisk(disk.rm(part, { force: true }));
}

/** Writes the file `part`, which does not exist yet, down to the disk, and answers its bytes. */
export async function fillPart(
  part: string,
  chunks: AsyncIterable<string | Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
  disk: Disk = SYSTEM_DISK,
): Promise<number> {
  const file = await onDisk(disk.open(part, 'wx'));
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

async function onDisk<T>(work: Promise<T>, reasons = FAILURE_REASONS): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code] ?? null;
    const message = `The file was not saved: ${reason === null ? code : REASON_WORDS[reason]}.`;
    throw new ExportError('not_written', message, { cause, reason });
  }
}
