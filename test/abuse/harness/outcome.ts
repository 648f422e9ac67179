import type { AbuseSuite, SuiteSize } from './suite.ts';

/** What came of one run of a suite. */
export interface SuiteOutcome {
  readonly counts: readonly { readonly name: string; readonly count: number; readonly least: number }[];
  readonly breaches: readonly BreachCount[];
  /** Figures without a bar. */
  readonly told: readonly { readonly name: string; readonly text: string }[];
}

export interface BreachCount {
  readonly name: string;
  readonly count: number;
  /** The first of the sentences. */
  readonly examples: readonly string[];
}

/** What must not be found anywhere after any suite. */
export const SECRETS_FOUND = 'secrets found';

const PARTS: Readonly<Record<SuiteSize, number>> = { full: 1, tenth: 10, short: 100 };

/** The part of a full run that a run of this size does, rounded up. */
export function scaledTo(size: SuiteSize, full: number): number {
  return Math.ceil(full / PARTS[size]);
}

/** Nothing happened that must not, and enough was done for that to mean something. */
export function isClean({ counts, breaches }: SuiteOutcome): boolean {
  return breaches.every(({ count }) => count === 0) && counts.every(({ count, least }) => count >= least);
}

/** One line of figures: what was done, what was seen that must not be, what was not, and the rest. */
export function formatOutcome({ counts, breaches, told }: SuiteOutcome): string {
  const seen = breaches.filter(({ count }) => count > 0);
  const unseen = breaches.filter(({ count }) => count === 0).map(({ name }) => name);
  return [
    [...counts, ...seen].map(({ name, count }) => `${count.toLocaleString('en')} ${name}`).join(', '),
    ...(unseen.length === 0 ? [] : [`0 ${unseen.join(', 0 ')}`]),
    ...told.map(({ name, text }) => `${name} ${text}`),
  ].join('; ');
}

/** Why an outcome is red; nothing for a clean one. */
export function formatProblems({ counts, breaches }: SuiteOutcome): readonly string[] {
  return [
    ...breaches
      .filter(({ count }) => count > 0)
      .flatMap(({ name, count, examples }) => [`${count} ${name}`, ...examples.map((text) => `  ${text}`)]),
    ...counts
      .filter(({ count, least }) => count < least)
      .map(({ name, count, least }) => `${count} ${name} where ${least} are the least`),
  ];
}

const EXAMPLES = 5;

/** Collects what a suite reports. It may only use the names that it declares. */
export function createOutcomeLedger(suite: Pick<AbuseSuite, 'counts' | 'breaches'>, size: SuiteSize) {
  const counts = new Map(suite.counts.map(({ name }) => [name, 0]));
  const breaches = new Map(
    [...suite.breaches, SECRETS_FOUND].map((name) => [name, { count: 0, examples: [] as string[] }]),
  );
  const told = new Map<string, string>();
  return {
    count(name: string, by = 1) {
      counts.set(name, declared(counts, name) + by);
    },
    breach(name: string, sentence: string, by = 1) {
      const breach = declared(breaches, name);
      breach.count += by;
      if (by > 0 && breach.examples.length < EXAMPLES) breach.examples.push(sentence);
    },
    tell(name: string, text: string) {
      told.set(name, text);
    },
    outcome: (): SuiteOutcome => ({
      counts: suite.counts.map(({ name, least }) => ({
        name,
        count: counts.get(name) ?? 0,
        least: scaledTo(size, least),
      })),
      breaches: [...breaches].map(([name, breach]) => ({ name, ...breach })),
      told: [...told].map(([name, text]) => ({ name, text })),
    }),
  };
}

function declared<Value>(known: ReadonlyMap<string, Value>, name: string): Value {
  const value = known.get(name);
  if (value === undefined) throw new Error(`the suite does not declare "${name}"`);
  return value;
}
