import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../base/errors.ts';

/** The files of the program, in the sources as well as in a build. */
export interface ProgramFiles {
  /** Folder of package.json. */
  readonly root: string;
  readonly version: string;
  /** Where npm runs the commands of the project; null in an installed program, which has none of them. */
  readonly projectFolder: string | null;
  /** The built user interface. */
  readonly rendererFolder: string;
  /** The built page of the API's documentation. */
  readonly docsFolder: string;
  readonly preload: string;
  /** Picture for the tray of the desktop. */
  readonly trayIcon: string;
  /** Scripts of worker threads; see workers/. */
  readonly platformThread: string;
  readonly verificationThread: string;
  readonly exportThread: string;
  readonly backupThread: string;
  readonly demoThread: string;
  readonly generationThread: string;
}

/** Looks upwards from the folder of the running script. */
export function locateProgram(scriptFolder: string): ProgramFiles {
  const root = findRoot(scriptFolder);
  const isBuilt = !relative(join(root, 'dist'), scriptFolder).startsWith('..');
  const thread = (name: string) =>
    isBuilt
      ? join(root, 'dist', 'threads', name, `${name}-thread.cjs`)
      : join(root, 'electron', 'workers', `${name}-thread.ts`);
  return {
    root,
    version: readVersion(join(root, 'package.json')),
    projectFolder: existsSync(join(root, 'scripts', 'launch.mjs')) ? root : null,
    rendererFolder: join(root, 'dist', 'renderer'),
    docsFolder: join(root, 'dist', 'docs'),
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
    trayIcon: join(root, 'scripts', 'releasing', 'icons', 'linux', '32x32.png'),
    platformThread: thread('platform'),
    verificationThread: thread('verification'),
    exportThread: thread('export'),
    backupThread: thread('backup'),
    demoThread: thread('demo'),
    generationThread: thread('generation'),
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
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new StartError(`${file} names no version.`);
}
