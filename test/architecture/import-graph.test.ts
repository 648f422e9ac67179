import { expect, it } from 'vitest';
import { importersOf, mutualImports, smallFilesOfOneImporter } from './rules/import-graph.ts';
import { projectSources } from './sources/project-files.ts';
import type { SourceFile } from './sources/source-file.ts';

const PROGRAM = /^(electron|renderer|shared)\//;
const importers = importersOf(projectSources().filter(({ path }) => PROGRAM.test(path)));

it('no file imports one that imports it', () => {
  expect(mutualImports(importers)).toEqual([]);
});

it('two files that import each other are seen, by their types too', () => {
  const pair: SourceFile[] = [
    { path: 'shared/a.ts', text: "import type { B } from './b.ts';" },
    { path: 'shared/b.ts', text: "import { a } from './a.ts';" },
  ];
  expect(mutualImports(importersOf(pair))).toEqual(['shared/a.ts and shared/b.ts import each other']);
});

/** A report and no failure: a small file is right where it is a boundary, which only a reader can tell. */
it('small files with a single importer are named', () => {
  const small = smallFilesOfOneImporter(importers);
  process.stdout.write(`${small.length} files under 40 lines have a single importer:\n${small.join('\n')}\n`);
});
