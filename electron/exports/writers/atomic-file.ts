import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ExportError } from '../export-error.ts';

/** What of the file system is used here; tests hand in one that fails. */
export interface Disk {
  readonly open: (path: string, flags: 'wx') => Promise<DiskFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: true }) => Promise<void>;
}
export type DiskFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>;

/**
 * Writes a file so that its path holds the old content or all of the new one, never a part: a temporary file
 * beside it is filled, flushed to disk and renamed, or removed when anything fails. Answers the file's bytes.
 * Throws `ExportError` `not_written` for what the disk refuses, and whatever `chunks` throws.
 */
export async function writeAtomically(
  path: string,
  chunks: AsyncIterable<string>,
  disk: Disk = { open, rename, rm },
): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 80)}.${randomUUID()}.part`);
  const file = await onDisk(disk.open(temporary, 'wx'));
  try {
    const bytes = await fill(file, chunks);
    await onDisk(disk.rename(temporary, path));
    return bytes;
  } catch (error) {
    await onDisk(disk.rm(temporary, { force: true }));
    throw error;
  }
}

async function fill(file: DiskFile, chunks: AsyncIterable<string>): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await onDisk(file.writeFile(chunk));
      bytes += Buffer.byteLength(chunk);
    }
    await onDisk(file.sync());
  } finally {
    await onDisk(file.close());
  }
  return bytes;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  ENOENT: 'the folder does not exist',
  EACCES: 'writing there is not allowed',
  EROFS: 'writing there is not allowed',
  EPERM: 'it may be open in another program',
  EBUSY: 'it may be open in another program',
  EISDIR: 'there is a folder of that name',
};

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new ExportError('not_written', `The file was not saved: ${REASONS[code] ?? code}.`, { cause });
  }
}
