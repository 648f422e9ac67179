import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { asking } from '../../support/asking-server.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { furtherOrder } from '../../support/copied-order.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import { databaseUrl } from '../../support/test-database.ts';
import { median } from '../harness/median.ts';
import type { SharedDatabase } from './shared-database.ts';

/** Milliseconds for one order with its totals and its change in the feed: the middle of many, one after another. */
export interface OrderWrites {
  readonly sqliteMs: number;
  readonly postgresMs: number;
}

const ORDERS = 300;
const DATABASE = 'tilldesk_writes';

/** All writes of one account take turns, so this is what an account takes at most. */
export async function measureOrderWrites({ url }: SharedDatabase): Promise<OrderWrites> {
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
  await seedFixtureShop(db, createPasswordHasher({ cost: CHEAP_COST }));
  const model = fixtureOrders()[0]?.order.id ?? 0;
  const times: number[] = [];
  for (let number = 0; number < ORDERS; number += 1) {
    const beganAt = performance.now();
    await insertOrders(db, [furtherOrder(model, number)]);
    times.push(performance.now() - beganAt);
  }
  return median(times);
}
