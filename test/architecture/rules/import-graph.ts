import { importsOf } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

/** Of each file those that import it. */
type Importers = ReadonlyMap<SourceFile, readonly SourceFile[]>;

const SMALL_LINES = 40;

export function importersOf(files: readonly SourceFile[]): Importers {
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

export function mutualImports(importers: Importers): string[] {
  return [...importers].flatMap(([file, list]) =>
    list
      .filter((other) => file.path < other.path && importers.get(other)?.includes(file))
      .map((other) => `${file.path} and ${other.path} import each other`),
  );
}

/** Paths with the single importer of each. */
export function smallFilesOfOneImporter(importers: Importers): string[] {
  return [...importers].flatMap(([{ path, text }, [importer, ...more]]) => {
    const isSmall = /\.tsx?$/.test(path) && text.split('\n').length <= SMALL_LINES;
    return isSmall && importer !== undefined && more.length === 0 ? [`${path} by ${importer.path}`] : [];
  });
}
