import type { Mutant } from './mutant.ts';

/** How much a suite does: everything, a tenth of it, with which a mutant has to be found, or what fits into the tests. */
export type SuiteSize = 'full' | 'tenth' | 'short';

/** An attack on the product, or a fault that is brought about, with what must not come of it. */
export interface AbuseSuite {
  readonly name: string;
  /** What is attacked and how, as a heading. */
  readonly title: string;
  /** What is counted, in the order it is printed in. */
  readonly counts: readonly Count[];
  /** What must not happen, by name; the bar of each is 0. */
  readonly breaches: readonly string[];
  readonly mutants: readonly Mutant[];
  /** Throws where the suite itself could not be run: that is neither clean nor a mutant found. */
  run(run: SuiteRun): Promise<void>;
}

export interface Count {
  readonly name: string;
  /** Of a full run; a smaller one needs its part, and 1 at least. Fewer have shown nothing, and are red. */
  readonly least: number;
}

export type SecretKind = 'password' | 'token' | 'api key' | 'webhook secret' | 'personal data';

/** What a suite is given, and how it reports. */
export interface SuiteRun {
  readonly size: SuiteSize;
  /** Of every random choice. */
  readonly seed: number;
  /** New and empty; whatever is written belongs here. In the end it is searched for the secrets, and removed. */
  readonly folder: string;
  /** The mutant that the suite has to apply itself; null for none, and for those that change a source. */
  readonly mutant: string | null;
  /** `full` in a full run, otherwise its tenth or hundredth, rounded up. */
  scaled(full: number): number;
  count(name: string, by?: number): void;
  /** With a sentence on what was seen: the first few are printed. */
  breach(name: string, sentence: string, by?: number): void;
  /** A figure that is reported and has no bar. */
  tell(name: string, text: string): void;
  /** From now on `text` must not lie in the folder, and in no reply that `hear` is given. */
  keepSecret(kind: SecretKind, text: string): void;
  /** Something that a client or a log was given and that must not hold a secret. `where` names it. */
  hear(where: string, content: string | Uint8Array): void;
}
