import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';

/** For its owner alone, as everything in the data folder. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

/** Puts `text` at `file` whole: a crash leaves what was there before. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await writeFile(draft, text, { mode: FILE_MODE, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Makes an empty file where there is none, before a library makes it with wider rights. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', FILE_MODE));
}
