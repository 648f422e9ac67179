import { parseSource } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

/** Commands, programs, and what threads run. */
const ENTRIES =
  /^electron\/(main|serve|preload|cli\/(keys|accounts|copies|export|verify|generate)|workers\/[a-z-]+-thread)\.ts$/;

/** Importing a module defines things and does nothing: only the entries have statements of their own. */
export function doNoWorkAtImport(file: SourceFile): string[] {
  if (!/^(electron|shared)\//.test(file.path) || ENTRIES.test(file.path)) return [];
  return parseSource(file)
    .program.body.filter(({ type }) => /Statement$/.test(type))
    .map(({ start }) => `${file.path} runs: ${file.text.slice(start).split('\n')[0]}`);
}
