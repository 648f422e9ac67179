import { parseSource } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

const ENTRIES = ['main', 'serve', 'keys', 'verify', 'preload'].map((name) => `electron/${name}.ts`);

/** Importing a module defines things and does nothing: only the entries have statements of their own. */
export function doNoWorkAtImport(file: SourceFile): string[] {
  if (!/^(electron|shared)\//.test(file.path) || ENTRIES.includes(file.path)) return [];
  return parseSource(file)
    .program.body.filter(({ type }) => /Statement$/.test(type))
    .map(({ start }) => `${file.path} runs: ${file.text.slice(start).split('\n')[0]}`);
}
