import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/store/open-store.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerFile } from '../../support/test-scope.ts';
import { differencesBetween, openAt, SHOPS, storeOpenedAt } from './demo-store.ts';
import { generatedStore, REQUEST } from './generated-store.ts';

const LAST_INSTANT = Date.parse('2026-04-30T23:59:59.999+02:00');

const store = await openPerFile(generatedStore);

describe('generateShops', () => {
  async function countOf(text: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(text)}`.execute(store.db);
    return rows[0]?.count ?? -1;
  }

  it('makes exactly as many products and orders as requested', async () => {
    expect(await countOf('products where account_id = 1')).toBe(REQUEST.products);
    expect(await countOf('orders where account_id = 1')).toBe(REQUEST.orders);
  });

  it('makes six locations, eight tills, a webshop and 14 turnover groups that all sell', async () => {
    expect(await countOf('locations where account_id = 1')).toBe(6);
    expect(await countOf(`shops where account_id = 1 and type = 'pos'`)).toBe(8);
    expect(await countOf(`shops where account_id = 1 and type = 'webshop'`)).toBe(1);
    const sold = 'select distinct product_group_id from order_items where account_id = 1 and product_group_id > 0';
    expect(await countOf(`(${sold})`)).toBe(14);
    expect(await countOf('(select distinct shop_id from orders where account_id = 1)')).toBe(9);
  });

  it('has orders on each of the days and on no other day', async () => {
    const { rows } = await sql<{ days: number; first: number; last: number }>`
      select count(distinct local_day) as days, min(local_day) as first, max(local_day) as last
      from orders where account_id = 1`.execute(store.db);
    expect(rows).toEqual([{ days: REQUEST.days, first: 20251003, last: 20260430 }]);
  });

  it('leaves orders in the state that they have at the end of the last day', async () => {
    expect(await countOf(`orders where date_updated > ${LAST_INSTANT}`)).toBe(0);
    expect(await countOf(`orders where status in ('new', 'processing', 'on_hold')`)).toBeGreaterThan(0);
  });

  it('has all indexes and triggers of a store, and every index is complete', async () => {
    const fresh = await openTestStore();
    const schemaOf = (of: Store) => sql`select type, name, sql from sqlite_master order by type, name`.execute(of.db);
    expect((await schemaOf(store)).rows).toEqual((await schemaOf(fresh)).rows);
    expect((await sql`pragma integrity_check`.execute(store.db)).rows).toEqual([{ integrity_check: 'ok' }]);
    await sql`insert into product_search (product_search, rank) values ('integrity-check', 1)`.execute(store.db);
    await fresh.close();
  });

  it('creates the second account like a demo of that day', async () => {
    const demo = await storeOpenedAt('2026-04-30T23:59:59.999+02:00', SHOPS);
    const differences = await differencesBetween(store, demo);
    const ofSecond = differences.filter((line) => line.includes('"account_id":2') || line.includes('demo-two'));
    expect(ofSecond.filter((line) => !/ demo_shops /.test(line))).toEqual([]);
    await demo.close();
  });

  it('does not change at later starts', async () => {
    const before = await countOf('orders');
    await openAt(store, '2026-11-21T13:00:00+01:00');
    expect(await countOf('orders')).toBe(before);
  });
});
