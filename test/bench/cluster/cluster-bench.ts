import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { findPostgres } from '../../../scripts/testing/find-postgres.ts';
import { furtherOrder } from '../../support/copied-order.ts';
import { describeMachine } from '../../support/describe-machine.ts';
import { withResults } from '../../support/results-section.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import { asking, databaseUrl } from '../../support/test-database.ts';
import { createChildProcesses } from '../context/running-product.ts';
import { median } from '../harness/percentile.ts';
import { CLUSTER_HELP, type ClusterOptions, readClusterOptions } from './cluster-options.ts';
import { clusterTable, type MeasuredSetUp } from './cluster-table.ts';
import { measureSetUp } from './measure-set-up.ts';
import { MIX_IN_WORDS, type SharedDatabase, startSetUp, startSharedDatabase } from './running-set-up.ts';

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

/** Milliseconds for one order with its totals and its change in the feed: the middle of many, one after another. */
interface OrderWrites {
  readonly sqliteMs: number;
  readonly postgresMs: number;
}

const ORDERS = 300;

const DATABASE = 'tilldesk_writes';

/** The writes of one account are serialized, so this is the most that one account can write. */
async function measureOrderWrites({ url }: SharedDatabase): Promise<OrderWrites> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-writes-'));
  await asking(url, `create database ${DATABASE} template template0`);
  const sqlite = await openStore({ file: join(folder, 'store.sqlite') });
  const postgres = await openPostgresStore({ url: databaseUrl(url, DATABASE) });
  try {
    return { sqliteMs: await timeOfOrder(sqlite), postgresMs: await timeOfOrder(postgres) };
  } finally {
    await sqlite.close();
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOfOrder({ db }: Store): Promise<number> {
  await seedFixtureShop(db);
  const model = fixtureOrders()[0]?.order.id ?? 0;
  const times: number[] = [];
  for (let number = 0; number < ORDERS; number += 1) {
    const beganAt = performance.now();
    await insertOrders(db, [furtherOrder(model, number)]);
    times.push(performance.now() - beganAt);
  }
  return median(times);
}
