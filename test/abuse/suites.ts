import type { AbuseSuite } from './harness/suite.ts';

/** Every suite, in the order they run in. Each is loaded in its own process alone, where a mutant may be planted. */
const SUITES: Readonly<Record<string, () => Promise<AbuseSuite>>> = {
  'kill-loop': async () => (await import('./kill-loop/kill-loop-suite.ts')).killLoopSuite,
  'export-tables': async () => (await import('./export-tables/export-tables-suite.ts')).exportTablesSuite,
  delivery: async () => (await import('./delivery/delivery-suite.ts')).deliverySuite,
  model: async () => (await import('./model/model-suite.ts')).modelSuite,
  process: async () => (await import('./process/process-suite.ts')).processSuite,
  'damaged-log': async () => (await import('./damaged-log/damaged-log-suite.ts')).damagedLogSuite,
  backups: async () => (await import('./backups/backups-suite.ts')).backupsSuite,
  'io-faults': async () => (await import('./io-faults/io-faults-suite.ts')).ioFaultsSuite,
  migrations: async () => (await import('./migrations/migrations-suite.ts')).migrationsSuite,
  contract: async () => (await import('./contract/contract-suite.ts')).contractSuite,
};

export const SUITE_NAMES: readonly string[] = Object.keys(SUITES);

/** Throws an error of one sentence where there is no such suite. */
export async function suiteNamed(name: string): Promise<AbuseSuite> {
  const load = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
  if (load === undefined) throw new Error(`There is no suite ${name}; there are ${SUITE_NAMES.join(', ')}.`);
  return load();
}
