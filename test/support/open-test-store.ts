import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../electron/base/clock.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { FILLED_STORES_VARIABLE } from './filled-stores-folder.ts';
import {
  CLUSTER_VARIABLE,
  createTestDatabase,
  filledTemplate,
  type StoreContents,
  takeCleanDatabase,
} from './test-database.ts';

interface TestStoreOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** Default: no rows. */
  readonly contents?: StoreContents;
}

/** Enough for the tests; the cluster serves many stores at the same time. */
const CONNECTIONS = 4;

/** Opens a store that is deleted when it is closed: in SQLite, or in PostgreSQL if the tests run on that. */
export async function openTestStore({ contents, ...options }: TestStoreOptions = {}): Promise<Store> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster !== undefined) {
    const database = await (contents === undefined
      ? takeCleanDatabase(cluster)
      : createTestDatabase(cluster, await filledTemplate(cluster, contents)));
    const store = await openPostgresStore({ ...options, url: database.url, connections: CONNECTIONS });
    return closedWith(store, () => database.drop());
  }
  const { file, remove } = temporaryFile();
  if (contents === undefined) writeFileSync(file, await emptyFile());
  else copyFileSync(await filledFile(contents), file);
  return closedWith(await openUnsynced({ ...options, file }), remove);
}

function closedWith({ db, close }: Store, remove: () => void | Promise<void>): Store {
  return {
    db,
    async close() {
      await close();
      await remove();
    },
  };
}

function temporaryFile() {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-store-'));
  return { file: join(folder, 'tilldesk.sqlite'), remove: () => rmSync(folder, { recursive: true }) };
}

/** The store does not outlive the test, so writes need not reach the disk. */
async function openUnsynced(options: { readonly file: string; readonly clock?: Pick<Clock, 'now'> }): Promise<Store> {
  const store = await openStore(options);
  await sql`pragma synchronous = off`.execute(store.db);
  return store;
}

let emptyBytes: Promise<Uint8Array> | undefined;

/** Creating the tables takes ten times as long as copying a file that has them. */
function emptyFile(): Promise<Uint8Array> {
  emptyBytes ??= (async () => {
    const { file, remove } = temporaryFile();
    const store = await openStore({ file });
    await store.close();
    const bytes = readFileSync(file);
    remove();
    return bytes;
  })();
  return emptyBytes;
}

/** Names of the stores that this process is filling. */
const filling = new Map<string, Promise<void>>();

/** Filling a store takes long, so it is done once for all processes of a run. */
async function filledFile({ name, fill }: StoreContents): Promise<string> {
  const shared = process.env[FILLED_STORES_VARIABLE];
  if (shared === undefined) throw new Error('a run of the tests needs a folder for its filled stores');
  const file = join(shared, `${name}.sqlite`);
  if (!existsSync(file)) {
    const filled = filling.get(name) ?? fillFile(file, fill);
    filling.set(name, filled);
    await filled;
  }
  return file;
}

/** The file gets its name when it is complete. Two processes that start at once both create it. */
async function fillFile(file: string, fill: StoreContents['fill']): Promise<void> {
  const draft = `${file}.${process.pid}`;
  const store = await openUnsynced({ file: draft });
  try {
    await fill(store);
  } finally {
    await store.close();
  }
  renameSync(draft, file);
}
