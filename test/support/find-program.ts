import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian installs servers, which is not on the PATH of every user. */
const FURTHER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Returns the path of an installed program; `null` if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FURTHER_FOLDERS].filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
