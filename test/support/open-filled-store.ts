import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { FILLED_STORES_VARIABLE } from './filled-stores-folder.ts';
import { type FillStore, filledTemplate } from './filled-template.ts';
import { openTestStore } from './open-test-store.ts';
import { CLUSTER_VARIABLE } from './test-database.ts';

/** What this process is filling. */
const filledHere = new Map<string, Promise<void>>();

/**
 * A store of its own with what `fill` writes, which is the same wherever that name is. To fill it takes long: it is
 * done once for the processes of the tests, and copied.
 */
export async function openFilledStore(name: string, fill: FillStore): Promise<Store> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster !== undefined) return openTestStore({ template: await filledTemplate(cluster, name, fill) });
  const shared = process.env[FILLED_STORES_VARIABLE];
  if (shared === undefined) throw new Error('a run of the tests needs a folder for its filled stores');
  const file = join(shared, `${name}.sqlite`);
  if (!existsSync(file)) {
    const filling = filledHere.get(name) ?? fillFile(file, fill);
    filledHere.set(name, filling);
    await filling;
  }
  return openCopy(file);
}

/** The file has its name only once it is whole. Of two processes that begin at once both make it. */
async function fillFile(file: string, fill: FillStore): Promise<void> {
  const draft = `${file}.${process.pid}`;
  const store = await openUnsynced(draft);
  try {
    await fill(store);
  } finally {
    await store.close();
  }
  await rename(draft, file);
}

async function openCopy(filled: string): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-store-'));
  const file = join(folder, 'tilldesk.sqlite');
  await copyFile(filled, file);
  const { db, close } = await openUnsynced(file);
  return {
    db,
    async close() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Nothing of it is to outlive the tests, so nothing waits for a disk. */
async function openUnsynced(file: string): Promise<Store> {
  const store = await openStore({ file });
  await sql`pragma synchronous = off`.execute(store.db);
  return store;
}
