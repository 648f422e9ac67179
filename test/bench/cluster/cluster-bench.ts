import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { findPostgres } from '../../../scripts/testing/find-postgres.ts';
import { describeMachine } from '../../support/describe-machine.ts';
import { withResults } from '../../support/results-section.ts';
import { createChildProcesses } from '../ground/child-processes.ts';
import { CLUSTER_HELP, type ClusterOptions, readClusterOptions } from './cluster-options.ts';
import { clusterTable } from './cluster-table.ts';
import { measureSetUp } from './measure-set-up.ts';
import type { MeasuredSetUp } from './measured-set-up.ts';
import { MIX_IN_WORDS } from './mixed-requests.ts';
import { measureOrderWrites, type OrderWrites } from './order-writes.ts';
import { startSetUp } from './running-set-up.ts';
import { type SharedDatabase, startSharedDatabase } from './shared-database.ts';

const README = projectPath('test', 'bench', 'cluster', 'README.md');
/** `npm run bench -- cluster`. Answers the exit status: 1 where a request was not answered with 200. */
export async function benchCluster(argv: readonly string[]): Promise<number> {
  const options = readClusterOptions(argv);
  if (options.showsHelp) {
    process.stdout.write(`${CLUSTER_HELP}\n`);
    return 0;
  }
  const postgres = findPostgres();
  if (postgres === null) throw new Error('PostgreSQL 15 or later is not installed on this computer.');
  const shared = await startSharedDatabase(postgres);
  try {
    const measured = await measureAll(options, shared);
    return report(options, measured, await measureOrderWrites(shared));
  } finally {
    await shared.stop();
  }
}

async function measureAll(options: ClusterOptions, shared: SharedDatabase): Promise<MeasuredSetUp[]> {
  const processes = createChildProcesses();
  const measured: MeasuredSetUp[] = [];
  for (const setUp of options.setUps) {
    const running = await startSetUp(processes, setUp, shared);
    try {
      measured.push(await measureSetUp(running, options));
    } finally {
      await running.end();
    }
    process.stderr.write(`${setUp.name} is measured\n`);
  }
  return measured;
}

function report(
  options: ClusterOptions,
  measured: readonly MeasuredSetUp[],
  { sqliteMs, postgresMs }: OrderWrites,
): number {
  const load = `${options.clients} clients for ${options.seconds} s on the demo shop, ${MIX_IN_WORDS}`;
  const writes = `One order of one account after another, each with its totals and its change in the feed: ${sqliteMs.toFixed(1)} ms on SQLite, ${postgresMs.toFixed(1)} ms on PostgreSQL.`;
  const when = new Date().toISOString().slice(0, 10);
  const results = `${when}, ${describeMachine()}; ${load}.\n\n${clusterTable(measured)}\n${writes}`;
  process.stdout.write(`${results}\n`);
  if (options.isWhole) writeFileSync(README, withResults(readFileSync(README, 'utf8'), results));
  return measured.some(({ errors }) => errors > 0) ? 1 : 0;
}
