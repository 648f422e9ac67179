import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from './start-error.ts';

/** Where the parts of the program lie, from the sources as well as from a build. */
export interface ProgramFiles {
  /** Folder of package.json. */
  readonly root: string;
  readonly version: string;
  /** The built user interface. */
  readonly rendererFolder: string;
  /** The built page of the API's documentation. */
  readonly docsFolder: string;
  readonly preload: string;
}

/** Looks upwards from the folder of the running script. */
export function locateProgram(scriptFolder: string): ProgramFiles {
  const root = findRoot(scriptFolder);
  return {
    root,
    version: readVersion(join(root, 'package.json')),
    rendererFolder: join(root, 'dist', 'renderer'),
    docsFolder: join(root, 'dist', 'docs'),
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
  };
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new StartError('The package.json of Tilldesk is missing.');
  return findRoot(parent);
}

function readVersion(file: string): string {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new StartError(`${file} names no version.`);
}
