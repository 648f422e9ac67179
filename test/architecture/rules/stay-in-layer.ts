import { matchesGlob } from 'node:path';
import { importsOf } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { LAYERS } from './layers.ts';

const PROGRAM = /^(electron|renderer|shared)\//;
const FOLDERS_APART = /^(electron\/platform|renderer\/features)\/[^/]+\//;

/** Code imports its own layer and what the layer may import; adapters and features never see one another. */
export function stayInLayer(file: SourceFile): string[] {
  if (!PROGRAM.test(file.path)) return [];
  const layer = LAYERS.find(({ files }) => matchesAny(file.path, files));
  if (layer === undefined) return [`${file.path} lies in no layer`];
  const allowed = [...layer.files, ...layer.mayImport];
  return importsOf(file)
    .flatMap((found) => (found.kind === 'file' ? [found.path] : []))
    .filter((path) => !matchesAny(path, allowed) || isOfAnother(path, file.path))
    .map((path) => `${file.path} imports ${path}`);
}

function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

function isOfAnother(path: string, importer: string): boolean {
  const ownFolder = FOLDERS_APART.exec(importer)?.[0];
  const folder = FOLDERS_APART.exec(path)?.[0];
  return ownFolder !== undefined && folder !== undefined && folder !== ownFolder;
}
