import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ExportError } from '../export-error.ts';
import { FAILURE_REASONS, REASON_WORDS, REPLACING_REASONS } from './disk-failures.ts';

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
    await onDisk(disk.rename(temporary, path), REPLACING_REASONS);
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
