import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './source-file.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = ['electron', 'renderer', 'shared', 'scripts', 'test'];
/** What a package folder of its own installs and generates. */
const MADE = /\/(node_modules|dist)\//;
const CODE = /\.(ts|tsx|mjs|cjs)$/;

/** Paths of all files below the folders of the project, from its root, with forward slashes. */
export function projectPaths(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')),
  )
    .filter((path) => !MADE.test(path))
    .sort();
}

/** All files of code. */
export function projectSources(): SourceFile[] {
  return projectPaths()
    .filter((path) => CODE.test(path))
    .map(readSource);
}

export function readSource(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}
