import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectApi, signIn } from '../ground/api-connection.ts';
import type { ChildProcesses } from '../ground/child-processes.ts';
import { type RunningProduct, startProduct } from '../ground/running-product.ts';
import { countDatabaseTime, type DatabaseTime } from './database-time.ts';
import { mixedRequests } from './mixed-requests.ts';
import type { SetUp } from './set-up.ts';
import type { SharedDatabase } from './shared-database.ts';

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

/** Starts the programs of a set-up, on PostgreSQL or each with a data file of its own, which hold the demo shop. */
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
