import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../electron/base/clock.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { takeCleanDatabase } from './clean-databases.ts';
import { CLUSTER_VARIABLE, createTestDatabase } from './test-database.ts';

interface TestStoreOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** In PostgreSQL, the database that it is a copy of. Default: one without rows. */
  readonly template?: string;
}

/** Enough for what the tests do at once; the cluster serves many stores. */
const CONNECTIONS = 4;

/** A store, by default without rows, that is gone when it is closed: of SQLite, or of PostgreSQL where the tests run on that. */
export async function openTestStore({ template, ...options }: TestStoreOptions = {}): Promise<Store> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster === undefined) return openCopyOfEmpty(options);
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

let emptyFile: Promise<Uint8Array> | undefined;

/** To make the tables takes ten times as long as to copy a file that has them. */
async function openCopyOfEmpty(options: TestStoreOptions): Promise<Store> {
  emptyFile ??= makeEmptyFile();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-store-'));
  const file = join(folder, 'tilldesk.sqlite');
  writeFileSync(file, await emptyFile);
  const { db, close } = await openStore({ ...options, file });
  // Nothing of it is to outlive the test, so nothing waits for a disk.
  await sql`pragma synchronous = off`.execute(db);
  return {
    db,
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function makeEmptyFile(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-store-'));
  const file = join(folder, 'tilldesk.sqlite');
  const store = await openStore({ file });
  await store.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}
