import type { AbuseSuite } from './harness/suite.ts';

/** Every suite, in the order they run in. Each is loaded in its own process alone, where a sabotage may be planted. */
const SUITES: Readonly<Record<string, () => Promise<AbuseSuite>>> = {
  'kill-loop': async () => (await import('./kill-loop/kill-loop-suite.ts')).killLoopSuite,
};

export const SUITE_NAMES: readonly string[] = Object.keys(SUITES);

/** Throws an error of one sentence where there is no such suite. */
export async function suiteNamed(name: string): Promise<AbuseSuite> {
  const load = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
  if (load === undefined) throw new Error(`There is no suite ${name}; there are ${SUITE_NAMES.join(', ')}.`);
  return load();
}
