import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { addDays, dateAt } from '../../../shared/calendar.ts';
import { type Cluster, startCluster } from '../../postgres/cluster/start-cluster.ts';
import { asking, databaseUrl } from '../../support/test-database.ts';
import { type ApiConnection, connectApi, signIn } from '../context/api-connection.ts';
import { type ChildProcesses, type RunningProduct, startProduct } from '../context/running-product.ts';
import type { SetUp } from './cluster-options.ts';

/** Has to be among the `shared_preload_libraries` of the database server. */
const STATEMENTS_LIBRARY = 'pg_stat_statements';

type DatabaseTime = Awaited<ReturnType<typeof countDatabaseTime>>;

/** Counts what statements of one database take inside of it, from now on. */
async function countDatabaseTime(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create extension if not exists ${STATEMENTS_LIBRARY}`);
  await client.query('select pg_stat_statements_reset()');
  return {
    /** Milliseconds that the database has spent on statements since `begin`. */
    async read() {
      const { rows } = await client.query<{ ms: number }>(
        `select coalesce(sum(total_exec_time), 0) as ms from pg_stat_statements
          where dbid = (select oid from pg_database where datname = current_database())`,
      );
      return Number(rows[0]?.ms);
    },
    end: () => client.end(),
  };
}

/** What all programs of all set-ups on PostgreSQL share. */
export type SharedDatabase = Awaited<ReturnType<typeof startSharedDatabase>>;

/** Durable as in production, with its statements counted. */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_preload_libraries: STATEMENTS_LIBRARY,
};

const NAME = 'tilldesk';

const KEY_BYTES = 32;

/** An empty database of a throw-away cluster; `programs` is the folder of PostgreSQL's. */
export async function startSharedDatabase(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-cluster-key-'));
  const secretKeyFile = join(folder, 'shared.key');
  writeFileSync(secretKeyFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  const cluster = await startCluster(programs, DURABLE);
  await asking(cluster.url, `create database ${NAME} template template0`);
  return {
    url: databaseUrl(cluster.url, NAME),
    secretKeyFile,
    /** Process id of the server. */
    pid: await serverPid(cluster),
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serverPid({ url }: Cluster): Promise<number> {
  const rows = await asking(url, `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
  return Number((rows[0] as { readonly pid: string }).pid);
}

export interface RunningSetUp {
  readonly setUp: SetUp;
  /** Of the instances. */
  readonly addresses: readonly string[];
  /** Process ids of the instances. */
  readonly programs: readonly number[];
  /** Null where the database is part of the program. */
  readonly database: { readonly pid: number; readonly time: DatabaseTime } | null;
  /** One for all instances. */
  readonly token: string;
  readonly targets: readonly string[];
  end(): Promise<void>;
}

/** Starts the programs of a set-up, on PostgreSQL or each with its own data file, which hold the demo shop. */
export async function startSetUp(
  processes: ChildProcesses,
  setUp: SetUp,
  shared: SharedDatabase,
): Promise<RunningSetUp> {
  const database = setUp.database === 'PostgreSQL' ? shared : null;
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-cluster-'));
  const products: RunningProduct[] = [];
  // One after another: the first one fills the store.
  for (let at = 0; at < setUp.instances; at += 1) {
    const dataFolder = join(folder, `instance-${at + 1}`);
    products.push(await startProduct(processes, dataFolder, { options: optionsOn(database) }));
  }
  const addresses = products.map(({ apiAddress }) => apiAddress);
  const [first = ''] = addresses;
  const token = await signIn(first);
  const targets = await mixedRequests(connectApi(first, token), Date.now());
  const time = database && (await countDatabaseTime(database.url));
  return {
    ...{ setUp, addresses, token, targets },
    programs: products.flatMap(({ child }) => child.pid ?? []),
    database: database && time && { pid: database.pid, time },
    async end() {
      await time?.end();
      for (const { child } of products) await processes.stop(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function optionsOn(database: SharedDatabase | null): readonly string[] {
  if (database === null) return [];
  return ['--database-url', database.url, '--demo', '--secret-key-file', database.secretKeyFile];
}

/** How many of ten requests are of a kind. */
const MIX = { catalog: 6, prices: 2, discounts: 1, reports: 1 } as const;
export const MIX_IN_WORDS = 'catalog 60 %, prices 20 %, discounts 10 %, reports 10 %';

const ROUNDS = 40;
const PAGE = 100;
const WORDS = ['de', 'van', 'set', 'rood', 'mini'];
/** Periods that staff look at: a day, a week, a month, a quarter. */
const PERIODS_IN_DAYS = [1, 7, 31, 91];

/**
 * Targets in the mix, each round of ten in the same order; each client begins at another offset. They differ from round
 * to round: pages through all of the catalog, every third a search, prices of other products, other days.
 */
async function mixedRequests(api: ApiConnection, now: number): Promise<readonly string[]> {
  const ids = await readProductIds(api);
  const today = dateAt(now);
  return Array.from({ length: ROUNDS }, (_, round) => [
    ...Array.from({ length: MIX.catalog }, (__, at) => catalogPage(round * MIX.catalog + at, ids.length)),
    ...Array.from({ length: MIX.prices }, (__, at) => pricesOf(ids, round * MIX.prices + at)),
    `/api/discount-orders?${periodBefore(today, round)}`,
    `/api/financial-report?${periodBefore(today, round + 1)}`,
  ]).flat();
}

async function readProductIds(api: ApiConnection): Promise<readonly number[]> {
  const ids: number[] = [];
  for (;;) {
    const page = JSON.parse(await api.read(`/api/products?limit=200&start=${ids.length}`));
    ids.push(...page.data.map(({ id }: { readonly id: number }) => id));
    if (ids.length >= page.total || page.count === 0) return ids;
  }
}

function catalogPage(number: number, products: number): string {
  const word = WORDS[number % WORDS.length] ?? '';
  if (number % 3 === 0) return `/api/products?limit=${PAGE}&q=${word}`;
  return `/api/products?limit=${PAGE}&start=${(number * PAGE) % products}`;
}

function pricesOf(ids: readonly number[], number: number): string {
  const start = (number * PAGE) % ids.length;
  return `/api/product-prices?product_ids=${ids.slice(start, start + PAGE).join()}`;
}

function periodBefore(today: string, number: number): string {
  const days = PERIODS_IN_DAYS[number % PERIODS_IN_DAYS.length] ?? 1;
  const to = addDays(today, -1 - (number % 30));
  return `from=${addDays(to, 1 - days)}&to=${to}`;
}
