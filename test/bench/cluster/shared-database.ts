import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../../postgres/cluster/start-cluster.ts';
import { asking } from '../../support/asking-server.ts';
import { databaseUrl } from '../../support/test-database.ts';
import { STATEMENTS_LIBRARY } from './database-time.ts';

/** What all programs of all set-ups on PostgreSQL share. */
export interface SharedDatabase {
  readonly url: string;
  readonly secretKeyFile: string;
  /** Process id of the server. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** As a database is run that is to keep its data, and with its statements counted. */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_preload_libraries: STATEMENTS_LIBRARY,
};
const NAME = 'tilldesk';
const KEY_BYTES = 32;

/** An empty database of a throw-away cluster; `programs` is the folder of PostgreSQL's. */
export async function startSharedDatabase(programs: string): Promise<SharedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-cluster-key-'));
  const secretKeyFile = join(folder, 'shared.key');
  writeFileSync(secretKeyFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  const cluster = await startCluster(programs, DURABLE);
  await asking(cluster.url, `create database ${NAME} template template0`);
  return {
    url: databaseUrl(cluster.url, NAME),
    secretKeyFile,
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
