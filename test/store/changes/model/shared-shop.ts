import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../../electron/base/clock.ts';
import { connectPostgres } from '../../../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../../../electron/store/open-store.ts';
import { openReader } from '../../../../electron/store/store-connections.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../../support/shop-fixture.ts';
import {
  CLUSTER_VARIABLE,
  createFilledTemplate,
  createTestDatabase,
  runStatement,
  type TestDatabase,
} from '../../../support/test-database.ts';
import { plainHasher } from '../../demo/demo-store.ts';

/** A small shop that several processes open. */
interface SharedShop {
  /** For a writer that does one thing at a time. */
  open(): Promise<Store>;
  openReader(): Store;
  /** Loses the store in the middle of its transaction without closing it. */
  crash(store: Store): Promise<void>;
  remove(): Promise<void>;
}

/** Makes shops that are all identical at first. */
export interface SharedShops {
  make(clock: Pick<Clock, 'now'>): Promise<SharedShop>;
  remove(): void;
}

/** Uses files, or PostgreSQL if the tests run on it. */
export async function prepareSharedShops(): Promise<SharedShops> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster === undefined) {
    const { file, remove } = await makeShopTemplate();
    return { make: (clock) => shopInFile(file, clock), remove };
  }
  const template = await createFilledTemplate(cluster, { name: 'small_shop', fill: fillSmallShop });
  return {
    make: async (clock) => shopInDatabase(await createTestDatabase(cluster, template), clock),
    remove: () => undefined,
  };
}

async function shopInFile(template: string, clock: Pick<Clock, 'now'>): Promise<SharedShop> {
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-feeds-'));
  const file = join(folder, 'shop.sqlite');
  copyFileSync(template, file);
  return {
    open: () => openStore({ file, clock }),
    openReader: () => openReader(file),
    crash: (store) => store.close(),
    remove: () => rm(folder, { recursive: true }),
  };
}

function shopInDatabase({ url, drop }: TestDatabase, clock: Pick<Clock, 'now'>): SharedShop {
  const connect = (connections: number): Store => {
    const db = connectPostgres({ url, clock, connections });
    return { db, close: () => db.destroy() };
  };
  return {
    open: async () => connect(1),
    openReader: () => connect(2),
    // The store has one connection, and it is never closed if a transaction does not end.
    crash: async () => {
      await runStatement(
        url,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`,
      );
    },
    remove: drop,
  };
}

function fillSmallShop({ db }: Store): Promise<void> {
  return seedFixtureShop(db, plainHasher);
}

/** The file of a small shop, to be copied. */
async function makeShopTemplate(): Promise<{ readonly file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-feeds-'));
  const file = join(folder, 'template.sqlite');
  const store = await openStore({ file, clock: createFixedClock('2026-11-01T09:00:00+01:00') });
  await fillSmallShop(store);
  // Closing the last connection leaves everything in one file.
  await store.close();
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}
