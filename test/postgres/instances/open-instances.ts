import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { openDatabase } from '../open-database.ts';

export interface Instances {
  readonly url: string;
  /** The store of each instance. */
  readonly dbs: readonly [Kysely<StoreSchema>, ...Kysely<StoreSchema>[]];
  /** Runs `work` this many times concurrently, each time in the next instance. */
  atOnce<Result>(
    times: number,
    work: (db: Kysely<StoreSchema>, number: number) => Promise<Result>,
  ): Promise<PromiseSettledResult<Result>[]>;
}

/** Stores of several instances of the program on one database. */
export async function openInstances(count = 3): Promise<Instances> {
  const url = await openDatabase();
  const first = await openPostgresStore({ url });
  const others = await Promise.all(Array.from({ length: count - 1 }, () => openPostgresStore({ url })));
  const stores = [first, ...others] as const;
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  const dbs = [first.db, ...others.map(({ db }) => db)] as const;
  return {
    url,
    dbs,
    atOnce: (times, work) =>
      Promise.allSettled(
        Array.from({ length: times }, (_, number) => work(dbs[number % dbs.length] ?? first.db, number)),
      ),
  };
}

/** Like `openInstances`, with the fixture shop. */
export async function openShopInstances(count?: number): Promise<Instances> {
  const instances = await openInstances(count);
  await seedFixtureShop(instances.dbs[0]);
  return instances;
}

export function answersOf<Result>(results: readonly PromiseSettledResult<Result>[]): Result[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

export function reasonsOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

/** Waits for a condition, at most until the timeout of the test. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}

/** The secret key of all instances of these tests. */
export const SHARED_KEY: Uint8Array = Buffer.alloc(32, 'key of several instances');
