import type { Sabotage } from './sabotage.ts';

/** What is wrong with the mutant, the text that stands in the source once, and the text that replaces it. */
type Edit = readonly [flaw: string, find: string, put: string];

/**
 * Mutants by the file they change and by name. The tests have time for those `inTests`, usually one of each kind; the
 * others are left to `npm run abuse`.
 */
export function mutantsByFile(
  inTests: 'all' | readonly string[],
  files: Readonly<Record<string, Readonly<Record<string, Edit>>>>,
): readonly Sabotage[] {
  return Object.entries(files).flatMap(([file, edits]) =>
    Object.entries(edits).map(([name, [flaw, find, put]]) => {
      return { name, flaw, edit: { file, find, put }, leftToAbuse: inTests !== 'all' && !inTests.includes(name) };
    }),
  );
}
