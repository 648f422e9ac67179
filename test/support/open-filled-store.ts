import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { type FillStore, filledTemplate } from './filled-template.ts';
import { openTestStore } from './open-test-store.ts';
import { CLUSTER_VARIABLE } from './test-database.ts';

/** The file of a store with what the name stands for, as this process has made it. */
const filledFiles = new Map<string, Promise<Uint8Array>>();

/**
 * A store of its own with what `fill` writes, which is the same wherever that name is. To fill it takes long: it is
 * done once, in PostgreSQL for all processes of the tests, and copied.
 */
export async function openFilledStore(name: string, fill: FillStore): Promise<Store> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster !== undefined) return openTestStore({ template: await filledTemplate(cluster, name, fill) });
  const filled = filledFiles.get(name) ?? fillFile(fill);
  filledFiles.set(name, filled);
  return openCopy(await filled);
}

async function fillFile(fill: FillStore): Promise<Uint8Array> {
  return withFolder(async (folder) => {
    const file = join(folder, 'filled.sqlite');
    const store = await openStore({ file });
    try {
      await fill(store);
    } finally {
      await store.close();
    }
    return readFile(file);
  });
}

async function openCopy(filled: Uint8Array): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-filled-'));
  const file = join(folder, 'tilldesk.sqlite');
  await writeFile(file, filled);
  const { db, close } = await openStore({ file });
  return {
    db,
    async close() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

async function withFolder<Answer>(work: (folder: string) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-filled-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
