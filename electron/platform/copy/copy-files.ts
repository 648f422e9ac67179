import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { replacePrivateFile } from '../../base/private-file.ts';

/** Puts `text` into `folder`, which it makes, as of the moment `at`. */
export async function writeDated(folder: string, name: string, text: string, at: number): Promise<void> {
  // Not with its parents: a copy that was emptied meanwhile is not made again.
  await mkdir(folder, { mode: 0o700 }).catch(expectCode('EEXIST'));
  const file = join(folder, name);
  await writePrivately(file, text);
  await utimes(file, at / 1000, at / 1000);
}

export function readDated(folder: string, name: string): Promise<string | undefined> {
  return readFile(join(folder, name), 'utf8').catch(expectCode('ENOENT'));
}

/** Removes what has that age, or more, and what is as far ahead of a clock that was set back. */
export async function removeOlder(
  folder: string,
  now: number,
  ageMs: number,
  isMeant: (name: string) => boolean = () => true,
): Promise<void> {
  for (const { file, at } of await oldestFirst(folder)) {
    if (isMeant(basename(file)) && Math.abs(now - at) >= ageMs) await rm(file, { force: true });
  }
}

export async function removeBeyond(folder: string, most: number): Promise<void> {
  const files = await oldestFirst(folder);
  for (const { file } of files.slice(0, Math.max(0, files.length - most))) await rm(file, { force: true });
}

async function oldestFirst(folder: string): Promise<{ file: string; at: number }[]> {
  const files: { file: string; at: number }[] = [];
  for (const name of await readdir(folder).catch(nothingIfMissing)) {
    const file = join(folder, name);
    const found = await stat(file).catch(expectCode('ENOENT'));
    if (found) files.push({ file, at: Math.round(found.mtimeMs) });
  }
  return files.sort((a, b) => a.at - b.at);
}

export function nothingIfMissing(error: unknown): never[] {
  expectCode('ENOENT')(error);
  return [];
}

/** Undefined for that error of the system; any other is thrown. */
export function expectCode(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  };
}

/** For its owner alone, as everything in the data folder. */
const FOLDER_MODE = 0o700;

const FILE_MODE = 0o600;

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

/** Puts `text` at `file` whole, and several may do so at once. What a power cut takes away is read from there again. */
export function writePrivately(file: string, text: string): Promise<void> {
  return replacePrivateFile(file, text, { draft: `${file}.${randomUUID()}.draft`, flush: false });
}

/** Makes an empty file where there is none, before a library makes it with wider rights. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', FILE_MODE));
}
