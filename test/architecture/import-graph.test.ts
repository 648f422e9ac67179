import { expect, it } from 'vitest';
import { importsOf, projectSources, type SourceFile } from './sources.ts';

/** Of each file those that import it. */
type Importers = ReadonlyMap<SourceFile, readonly SourceFile[]>;

function importersOf(files: readonly SourceFile[]): Importers {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const importers = new Map(files.map((file) => [file, [] as SourceFile[]]));
  for (const file of files) {
    const imported = importsOf(file).flatMap((found) => (found.kind === 'file' ? [found.path] : []));
    for (const path of new Set(imported)) {
      const other = byPath.get(path);
      if (other !== undefined && other !== file) importers.get(other)?.push(file);
    }
  }
  return importers;
}

function mutualImports(importers: Importers): string[] {
  return [...importers].flatMap(([file, list]) =>
    list
      .filter((other) => file.path < other.path && importers.get(other)?.includes(file))
      .map((other) => `${file.path} and ${other.path} import each other`),
  );
}

const PROGRAM = /^(electron|renderer|shared)\//;

it('no file imports one that imports it', () => {
  const program = projectSources().filter(({ path }) => PROGRAM.test(path));
  expect(mutualImports(importersOf(program))).toEqual([]);
  const pair: SourceFile[] = [
    { path: 'shared/a.ts', text: "import type { B } from './b.ts';" },
    { path: 'shared/b.ts', text: "import { a } from './a.ts';" },
  ];
  expect(mutualImports(importersOf(pair))).toEqual(['shared/a.ts and shared/b.ts import each other']);
});
