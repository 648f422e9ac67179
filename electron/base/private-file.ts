import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { getErrorCode } from './errors.ts';
import { renameFile, renameFileSync } from './rename-file.ts';

/** `null` for a file that does not exist. */
export async function readTextIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const OWNER_ONLY = 0o600;

interface PrivateFileOptions {
  /** Path beside the file. Writers of one file that may overlap need different drafts. */
  readonly draft?: string;
  /** Whether the text is flushed before the rename; default true. */
  readonly flush?: boolean;
}

/** Replaces a file atomically. Only its owner may read it. */
export async function replacePrivateFile(
  file: string,
  text: string,
  { draft = `${file}.new`, flush = true }: PrivateFileOptions = {},
): Promise<void> {
  // A draft of a killed program, or of another user, would keep its mode.
  await rm(draft, { force: true });
  try {
    await writeFile(draft, text, { flag: 'wx', mode: OWNER_ONLY, flush });
    await renameFile(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The same, synchronously and flushed. */
export function replacePrivateFileSync(file: string, text: string, draft: string): void {
  rmSync(draft, { force: true });
  writePrivateFileSync(draft, text);
  renameFileSync(draft, file);
}

/** Creates a file, flushed and only for its owner. Never follows or overwrites an existing one: throws `EEXIST`. */
export function writePrivateFileSync(file: string, text: string): void {
  writeFileSync(file, text, { flag: 'wx', mode: OWNER_ONLY, flush: true });
}

/** Waits until the content of a file is on the disk. */
export function flushFileSync(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
