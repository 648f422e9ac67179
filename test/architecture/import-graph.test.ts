import { expect, it } from 'vitest';
import { importsOf, projectSources, type SourceFile } from './sources.ts';

/** Of each file those that import it. */
type Importers = ReadonlyMap<SourceFile, readonly SourceFile[]>;

const SMALL_LINES = 40;

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

/** Paths with the single importer of each. */
function smallFilesOfOneImporter(importers: Importers): string[] {
  return [...importers].flatMap(([{ path, text }, [importer, ...more]]) => {
    const isSmall = /\.tsx?$/.test(path) && text.split('\n').length <= SMALL_LINES;
    return isSmall && importer !== undefined && more.length === 0 ? [`${path} by ${importer.path}`] : [];
  });
}

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

/** A report and no failure: a small file is right where it is a boundary, which only a reader can judge. */
it('small files with a single importer are named', () => {
  const small = smallFilesOfOneImporter(importers);
  process.stdout.write(`${small.length} files under 40 lines have a single importer:\n${small.join('\n')}\n`);
});
