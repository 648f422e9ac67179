import type { Clock } from '../../electron/session/clock.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { openPostgresStore } from '../../electron/store/postgres/open-postgres-store.ts';
import { takeCleanDatabase } from './clean-databases.ts';
import { CLUSTER_VARIABLE, createTestDatabase } from './test-database.ts';

interface TestStoreOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** In PostgreSQL, the database that it is a copy of. Default: one without rows. */
  readonly template?: string;
}

/** Enough for what the tests do at once; the cluster serves many stores. */
const CONNECTIONS = 4;

/** A store, by default without rows, that is gone when it is closed: in memory, or in PostgreSQL where the tests run on that. */
export async function openTestStore({ template, ...options }: TestStoreOptions = {}): Promise<Store> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster === undefined) return openStore({ ...options, file: ':memory:' });
  const database = await (template === undefined
    ? takeCleanDatabase(cluster)
    : createTestDatabase(cluster, template));
  const store = await openPostgresStore({ ...options, url: database.url, connections: CONNECTIONS });
  return {
    db: store.db,
    async close() {
      await store.close();
      await database.drop();
    },
  };
}
