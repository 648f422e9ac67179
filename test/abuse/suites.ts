import type { AbuseSuite } from './harness/suite.ts';

/** Every suite, in the order they run in. Each is loaded in its own process alone, where a mutant may be planted. */
const SUITES: Readonly<Record<string, () => Promise<AbuseSuite>>> = {
  'kill-loop': async () => (await import('./kill-loop/kill-loop-suite.ts')).killLoopSuite,
  shell: async () => (await import('./shell/shell-suite.ts')).shellSuite,
  port: async () => (await import('./port/port-suite.ts')).portSuite,
  'slow-clients': async () => (await import('./slow-clients/slow-clients-suite.ts')).slowClientsSuite,
  'export-tables': async () => (await import('./export-tables/export-tables-suite.ts')).exportTablesSuite,
  delivery: async () => (await import('./delivery/delivery-suite.ts')).deliverySuite,
  model: async () => (await import('./model/model-suite.ts')).modelSuite,
  process: async () => (await import('./process/process-suite.ts')).processSuite,
  'damaged-log': async () => (await import('./damaged-log/damaged-log-suite.ts')).damagedLogSuite,
  backups: async () => (await import('./backups/backups-suite.ts')).backupsSuite,
  'io-faults': async () => (await import('./io-faults/io-faults-suite.ts')).ioFaultsSuite,
  migrations: async () => (await import('./migrations/migrations-suite.ts')).migrationsSuite,
  'sign-in': async () => (await import('./sign-in/sign-in-suite.ts')).signInSuite,
  authorisation: async () => (await import('./authorisation/authorisation-suite.ts')).authorisationSuite,
  upstream: async () => (await import('./upstream/upstream-suite.ts')).upstreamSuite,
  receivers: async () => (await import('./receivers/receivers-suite.ts')).receiversSuite,
  secrets: async () => (await import('./secrets/secrets-suite.ts')).secretsSuite,
};

export const SUITE_NAMES: readonly string[] = Object.keys(SUITES);

/** Throws an error of one sentence where there is no such suite. */
export async function suiteNamed(name: string): Promise<AbuseSuite> {
  const load = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
  if (load === undefined) throw new Error(`There is no suite ${name}; there are ${SUITE_NAMES.join(', ')}.`);
  return load();
}
