import { expect, it } from 'vitest';
import { importsOf, projectSources, type SourceFile } from './sources.ts';

/** The files that each file imports. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

function readImportGraph(files: readonly SourceFile[]): ImportGraph {
  const paths = new Set(files.map(({ path }) => path));
  const importedBy = (file: SourceFile) =>
    importsOf(file).flatMap((found) => (found.kind === 'file' && paths.has(found.path) ? [found.path] : []));
  return new Map(files.map((file) => [file.path, importedBy(file)]));
}

/** The groups of files that import each other, directly or indirectly: strongly connected components, by Tarjan. */
function findCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  /** Returns the earliest open file that can be reached from this one. */
  function visit(path: string): number {
    const own = order.size;
    let low = own;
    order.set(path, own);
    open.push(path);
    for (const imported of graph.get(path) ?? []) {
      if (!order.has(imported)) low = Math.min(low, visit(imported));
      else if (open.includes(imported)) low = Math.min(low, order.get(imported) ?? low);
    }
    if (low === own) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low;
  }

  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

const PROGRAM = /^(electron|renderer|shared)\//;

it('no files import each other in a cycle of any length', () => {
  const program = projectSources().filter(({ path }) => PROGRAM.test(path));
  expect(findCycles(readImportGraph(program))).toEqual([]);
  const circle: SourceFile[] = [
    { path: 'shared/a.ts', text: "import type { B } from './b.ts';" },
    { path: 'shared/b.ts', text: "import { c } from './c.ts';" },
    { path: 'shared/c.ts', text: "import { a } from './a.ts';\nimport { d } from './d.ts';" },
    { path: 'shared/d.ts', text: 'export const d = 1;' },
  ];
  expect(findCycles(readImportGraph(circle))).toEqual([['shared/a.ts', 'shared/b.ts', 'shared/c.ts']]);
});
