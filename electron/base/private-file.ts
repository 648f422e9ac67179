import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { StartError } from './errors.ts';

/** Neither waits for a writer nor follows a link in the last part of the path; Windows knows neither flag. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const WITHOUT_LINKS = constants.O_NOFOLLOW ?? 0;

/**
 * The text of a file. A named pipe would keep its reader waiting for ever, and a device may have no end: throws
 * `StartError` for what is neither a regular file nor a folder, and what the system says of anything else.
 */
export function readRegularFile(
  file: string,
  { followsLinks = true }: { readonly followsLinks?: boolean } = {},
): string {
  const handle = openSync(file, followsLinks ? WITHOUT_WAITING : WITHOUT_WAITING | WITHOUT_LINKS);
  try {
    // Of what is open: at the path there may be something else by now.
    const found = fstatSync(handle);
    if (!found.isFile() && !found.isDirectory()) {
      throw new StartError(`What lies at ${file} is no regular file, such as a pipe or a device; move it away.`);
    }
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

const OWNER_ALONE = 0o600;

interface PrivateFileOptions {
  /** Beside the file. Writers of one file that may overlap each need one of their own. */
  readonly draft?: string;
  /** Whether the text is safe on the disk before it gets its name; true unless it can be had again. */
  readonly flush?: boolean;
}

/** Puts a text in the place of what the file held, whole or not at all, for its owner alone. */
export async function replacePrivateFile(
  file: string,
  text: string,
  { draft = `${file}.new`, flush = true }: PrivateFileOptions = {},
): Promise<void> {
  // One that a killed program left, or somebody else put there, keeps the rights that it has: it is made anew.
  await rm(draft, { force: true });
  try {
    await writeFile(draft, text, { flag: 'wx', mode: OWNER_ALONE, flush });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The same for a start, which waits for it. */
export function replacePrivateFileSync(file: string, text: string, draft: string): void {
  rmSync(draft, { force: true });
  writePrivateFileSync(draft, text);
  renameSync(draft, file);
}

/** Makes a file, safe on the disk and for its owner alone. Never follows or overwrites what is there: throws `EEXIST`. */
export function writePrivateFileSync(file: string, text: string): void {
  writeFileSync(file, text, { flag: 'wx', mode: OWNER_ALONE, flush: true });
}
