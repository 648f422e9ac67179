import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutcomeLedger, SECRETS_FOUND, type SuiteOutcome, scaledTo } from './harness/outcome.ts';
import { createSecretSweep } from './harness/secret-sweep.ts';
import type { SuiteAnswer, SuiteOrders } from './harness/suite-process.ts';
import { suiteNamed } from './suites.ts';

/** The process of one run of a suite, started with the environment of suites and an IPC channel. */

async function runSuite({ suite: name, size, seed, mutant }: SuiteOrders): Promise<SuiteOutcome> {
  const suite = await suiteNamed(name);
  const ownMutant = suite.mutants.find((one) => one.name === mutant && one.edit === null);
  const { outcome, ...ledger } = createOutcomeLedger(suite, size);
  const sweep = createSecretSweep((sentence) => ledger.breach(SECRETS_FOUND, sentence));
  const folder = mkdtempSync(join(tmpdir(), `tilldesk-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await suite.run({
    ...ledger,
    ...{ size, seed, folder },
    mutant: ownMutant?.name ?? null,
    scaled: (full) => scaledTo(size, full),
    keepSecret: sweep.keep,
    hear: sweep.searchText,
  });
  await sweep.searchFolder(folder);
  if (sweep.secrets > 0) {
    const megabytes = (sweep.bytes / 1_000_000).toFixed(1);
    ledger.tell('searched for', `${sweep.secrets.toLocaleString('en')} secrets in ${megabytes} MB`);
  }
  return outcome();
}

async function answer(): Promise<SuiteAnswer> {
  try {
    return { kind: 'ran', outcome: await runSuite(JSON.parse(process.argv[2] ?? '')) };
  } catch (error) {
    return { kind: 'broke', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
const answered = await answer();
// What a suite left open does not keep its process: it is judged by what it answered.
process.send?.(answered, () => process.exit(0));
