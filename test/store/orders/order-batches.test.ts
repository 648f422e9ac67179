import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { KeyedListName, KeyedLists, Platform } from '../../../electron/platform/platform.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { plainHasher, storeOpenedAt } from '../demo/demo-store.ts';

const NOW = '2026-11-21T12:00:00Z';
const PERIOD = { from: '2026-01-01', to: '2026-10-31' };

let store: Store;
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  store = await storeOpenedAt(NOW);
  platform = createEmbeddedPlatform({ db: store.db, clock: createFixedClock(NOW), hasher: plainHasher });
  const { id, name } = await store.db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  caller = { accountId: id, userId: 1, account: name, name: '', email: '', roles: ['owner'], lockedLocation: null };
}, 60_000);
afterAll(() => store.close());

async function readBatches<L extends KeyedListName>(list: L, query: KeyedLists[L]['query']) {
  const ids: number[] = [];
  let batches = 0;
  let after: string | null = null;
  do {
    const batch: { rows: readonly { id: number }[]; next: string | null } = await platform.readBatch(
      caller,
      list,
      query,
      after,
    );
    ids.push(...batch.rows.map(({ id }) => id));
    after = batch.next;
    batches += 1;
  } while (after !== null);
  return { ids, batches };
}

const idsOf = ({ rows }: { readonly rows: readonly { readonly id: number }[] }) => rows.map(({ id }) => id);

// Many orders share a value, a customer or a shop, and many have no customer. So batches end among equals and among
// nulls.
describe('readBatch with more rows than a batch', () => {
  it.each([
    'date_purchased',
    '-date_purchased',
    'value_wt',
    '-customer_name',
    'customer_name',
    'shop',
    '-shop',
  ] as const)('reads orders by %s in the order of their list', async (sort) => {
    const query = { ...PERIOD, sort };
    const { ids, batches } = await readBatches('orders', query);

    expect(batches).toBeGreaterThan(1);
    expect(ids).toEqual(idsOf(await platform.listOrders(caller, { ...query, start: 0, limit: 100_000 })));
  });

  it.each(['date_purchased', '-date_purchased', '-quantity'] as const)('reads items by %s', async (sort) => {
    const query = { ...PERIOD, sort };
    const { ids, batches } = await readBatches('orderItems', query);

    expect(batches).toBeGreaterThan(1);
    expect(ids).toEqual(idsOf(await platform.listOrderItems(caller, { ...query, start: 0, limit: 100_000 })));
  });

  it.each(['date_purchased', '-date_purchased', 'amount'] as const)('reads payments by %s', async (sort) => {
    const query = { ...PERIOD, sort };
    const { ids, batches } = await readBatches('orderPayments', query);

    expect(batches).toBeGreaterThan(1);
    expect(ids).toEqual(idsOf(await platform.listOrderPayments(caller, { ...query, start: 0, limit: 100_000 })));
  });
});
