import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../base/errors.ts';

/** The files of the program, in the sources as well as in a build. */
export interface ProgramFiles {
  /** Folder of package.json. */
  readonly root: string;
  readonly version: string;
  /** Where npm runs the commands of the project; `null` in an installed program, which has none of them. */
  readonly projectFolder: string | null;
  /** The built user interface. */
  readonly rendererFolder: string;
  /** The built page of the API's documentation. */
  readonly docsFolder: string;
  readonly preload: string;
  /** Picture for the tray of the desktop. */
  readonly trayIcon: string;
  /** Tasks of the worker pool; see workers/. */
  readonly platformTask: string;
  readonly verificationTask: string;
  readonly exportTask: string;
  readonly backupTask: string;
  readonly migrationTask: string;
  readonly demoTask: string;
  readonly generationTask: string;
}

/** Looks upwards from the folder of the running script. */
export function locateProgram(scriptFolder: string): ProgramFiles {
  const root = findRoot(scriptFolder);
  const isBuilt = !relative(join(root, 'dist'), scriptFolder).startsWith('..');
  const task = (name: string) =>
    isBuilt
      ? join(root, 'dist', 'tasks', name, `${name}-task.cjs`)
      : join(root, 'electron', 'workers', `${name}-task.ts`);
  return {
    root,
    version: readVersion(join(root, 'package.json')),
    projectFolder: existsSync(join(root, 'scripts', 'launch.mjs')) ? root : null,
    rendererFolder: join(root, 'dist', 'renderer'),
    docsFolder: join(root, 'dist', 'docs'),
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
    trayIcon: join(root, 'scripts', 'releasing', 'icons', 'linux', '32x32.png'),
    platformTask: task('platform'),
    verificationTask: task('verification'),
    exportTask: task('export'),
    backupTask: task('backup'),
    migrationTask: task('migration'),
    demoTask: task('demo'),
    generationTask: task('generation'),
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
