/** A mistake in the code under test, which the suite has to find. */
export interface Mutant {
  readonly name: string;
  /** What is wrong then: it is printed after "the suite finds a product in which". */
  readonly flaw: string;
  /** null where the suite applies it itself, by `SuiteRun.mutant`. */
  readonly edit: SourceEdit | null;
  /** True where the tests leave it to `npm run abuse`: a short run does not find it, or has enough others to find. */
  readonly leftToAbuse?: boolean;
}

/** One place in a source that reads differently as it is loaded, in every process and thread of the run. */
export interface SourceEdit {
  /** From the project's folder, with slashes. */
  readonly file: string;
  /** Occurs there once. */
  readonly find: string;
  readonly put: string;
}

/** Mutants by the file that they edit and by name: the flaw, the text that is replaced, and what replaces it. */
export type MutantTable = Readonly<Record<string, Readonly<Record<string, readonly [string, string, string]>>>>;

/** Those that `inTests` does not name are left to `npm run abuse`. */
export function mutantsOf(inTests: readonly string[], table: MutantTable): readonly Mutant[] {
  return Object.entries(table).flatMap(([file, mutants]) =>
    Object.entries(mutants).map(([name, [flaw, find, put]]) => ({
      ...{ name, flaw, edit: { file, find, put } },
      leftToAbuse: !inTests.includes(name),
    })),
  );
}

/** Throws where the text to replace does not occur once: the mutant is out of date. */
export function applyEdit(source: string, { file, find, put }: SourceEdit): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} has "${find}" ${parts.length - 1} times instead of once`);
  return parts.join(put);
}
