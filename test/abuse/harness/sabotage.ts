/** A mistake in the code under test, which the suite has to find. */
export interface Sabotage {
  readonly name: string;
  /** What is wrong then: it is printed after "the suite finds a product in which". */
  readonly flaw: string;
  /** null where the suite applies it itself, by `SuiteRun.sabotage`. */
  readonly edit: SourceEdit | null;
  /** True where the tests leave it to `npm run abuse`: a short run does not find it, or has enough others to find. */
  readonly leftToAbuse?: boolean;
}

/** One place in a source that reads differently as it is loaded, in every process and thread of the run. */
export interface SourceEdit {
  /** From the project's folder, with slashes. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly put: string;
}

/** Throws where the text to replace does not stand there once: the sabotage is out of date. */
export function applyEdit(source: string, { file, find, put }: SourceEdit): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} has "${find}" ${parts.length - 1} times instead of once`);
  return parts.join(put);
}
