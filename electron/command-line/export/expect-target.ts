import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why a file cannot be made, in a sentence for who named it. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Throws `TargetError` where the folder of a path does not exist, or the path is a folder itself. */
export function expectTarget(path: string): void {
  const folder = dirname(path);
  if (!isFolder(folder)) throw new TargetError(`There is no folder ${folder} to save the file in.`);
  if (isFolder(path)) throw new TargetError(`${path} is a folder: name a file with --out.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
