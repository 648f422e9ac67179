import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { createLiveTill } from '../../../electron/platform/demo/live/live-till.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { readSources } from '../../conformance/laws/orders-and-reports.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { recomputeReport, sortReport } from '../../support/report-oracle.ts';
import { assertWholeReport } from '../../support/whole-report.ts';
import { recordedLog } from '../../unit/session/recorded-log.ts';
import { plainHasher, storeOpenedAt } from './demo-store.ts';
import { generatedStore } from './generated-store.ts';
import { expectAllToHold, LIVE_IDS_BEGIN, liveIds, sellLive } from './live-sales.ts';

const START = '2026-11-21T13:00:00+01:00';
const TIMEOUT_MS = 240_000;
/** About 4,800 actions. */
const MINUTES = 40;
/** A quarter of a second each; the till acts in about half of them. */
const STEPS = 80;
const OWNERS = [
  { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' },
  { account: 'demo-two', email: 'owner@demo-two.example', password: 'tilldesk-demo' },
];

function platformOn({ db }: Store) {
  return createEmbeddedPlatform({ db, clock: createFixedClock(START), hasher: plainHasher });
}

async function ownersOf(store: Store): Promise<Caller[]> {
  const platform = platformOn(store);
  return Promise.all(OWNERS.map((credentials) => platform.signIn(credentials)));
}

describe('the actions of the live till', { timeout: TIMEOUT_MS }, () => {
  let store: Store;
  let endedAt: number;

  beforeAll(async () => {
    store = await storeOpenedAt(START);
    const sales = await sellLive(store, START);
    await sales.advance(MINUTES * 60_000);
    await sales.stop();
    endedAt = sales.now();
  }, TIMEOUT_MS);
  afterAll(() => store.close());

  async function countOf(text: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(text)}`.execute(store.db);
    return rows[0]?.count ?? -1;
  }
  const live = `orders.id > ${LIVE_IDS_BEGIN}`;
  const followers = `orders inner join orders as sale on sale.id = orders.follows_order_id where ${live}`;

  it('break no rule of an order, and totals and stock equal the rows', () => expectAllToHold(store));

  it('give the same reports as recomputing from the orders', async () => {
    const platform = platformOn(store);
    for (const caller of await ownersOf(store)) {
      for (const range of [
        { from: '2026-11-21', to: '2026-11-21' },
        { from: '2026-10-01', to: '2026-11-30' },
      ]) {
        const report = assertWholeReport(await platform.readReport(caller, 'financial', range));
        const sources = await readSources(platform, caller, range);
        expect(sortReport(report)).toEqual(recomputeReport(sources));
      }
    }
  });

  it('return planned and live sales, and refund complete returns', async () => {
    const back = 'exists (select 1 from order_items where order_id = orders.id and quantity < 0)';
    expect(await countOf(`${followers} and ${back} and sale.id < ${LIVE_IDS_BEGIN}`)).toBeGreaterThan(50);
    expect(await countOf(`${followers} and ${back} and sale.id > ${LIVE_IDS_BEGIN}`)).toBeGreaterThan(
      // The number of orders that can be returned grows as well.
      5,
    );
    expect(await countOf(`${followers} and ${back} and sale.status = 'refunded'`)).toBeGreaterThan(30);
    expect(await countOf(`${followers} and ${back} and sale.status = 'complete'`)).toBeGreaterThan(30);
  });

  it('refund with a payment method of the sale', async () => {
    const strange = `${followers} and exists (
      select 1 from order_payments as back where back.order_id = orders.id and back.amount < 0 and not exists (
        select 1 from order_payments as paid where paid.order_id = sale.id and paid.provider_id = back.provider_id))`;
    expect(await countOf(strange)).toBe(0);
  });

  it('pay invoices, send parcels and cancel unpaid orders', async () => {
    expect(await countOf(`orders where ${live} and payment_term = 'invoice' and is_paid = 1`)).toBeGreaterThan(5);
    const ofWebshop = `orders inner join shops on shops.id = shop_id and type = 'webshop' where ${live}`;
    expect(await countOf(`${ofWebshop} and status = 'complete'`)).toBeGreaterThan(300);
    expect(await countOf(`${ofWebshop} and status = 'cancelled'`)).toBeGreaterThan(10);
  });

  it('have no date after the present', async () => {
    expect(await countOf(`orders where date_purchased > ${endedAt} or date_updated > ${endedAt}`)).toBe(0);
    expect(await countOf(`order_payments where date_paid > ${endedAt}`)).toBe(0);
  });

  it('change prices to the cent, and sell at current prices', async () => {
    const seeded = await storeOpenedAt(START);
    const before = await seeded.db.selectFrom('product_prices').selectAll().execute();
    const beforeById = new Map(before.map((price) => [price.id, price]));
    const after = await store.db.selectFrom('product_prices').selectAll().execute();
    const changed = after.filter(({ id, ppu_wt }) => beforeById.get(id)?.ppu_wt !== ppu_wt);
    expect(changed.length).toBeGreaterThan(80);
    expect(changed.filter(({ ppu, ppu_wt }) => ppu_wt % 100 !== 0 || ppu % 100 !== 0)).toEqual([]);
    const ids = changed.filter(({ from_qty }) => from_qty === null).map(({ id }) => id);
    expect(
      await countOf(`order_items inner join product_prices as price on price.product_id = order_items.product_id
        where order_id > ${LIVE_IDS_BEGIN} and price.id in (${ids.join()}) and price.ppu_wt = order_items.ppu_wt`),
    ).toBeGreaterThan(30);
    await seeded.close();
  });
});

describe('the live till', { timeout: TIMEOUT_MS }, () => {
  it('subtracts sales from the stock of the location, and adds returns', async () => {
    const store = await storeOpenedAt(START);
    const sales = await sellLive(store, START);
    const stock = async () => {
      const rows = await store.db.selectFrom('stock').selectAll().execute();
      return new Map(rows.map((row) => [`${row.product_id} at ${row.location_id}`, row.quantity]));
    };
    let compared = 0;
    let found = await stock();
    for (let step = 0; step < STEPS; step += 1) {
      const [idsBefore, stockBefore] = [new Set(await liveIds(store)), found];
      // Too short for two actions.
      await sales.advance(250);
      const [id] = (await liveIds(store)).filter((known) => !idsBefore.has(known));
      found = await stock();
      if (id === undefined) continue;
      const sold = await store.db
        .selectFrom('order_items')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .select(['product_id', 'location_id'])
        .select(({ fn }) => fn.sum<number>('quantity').as('quantity'))
        .where('orders.id', '=', id)
        .where('product_id', 'is not', null)
        .groupBy(['product_id', 'location_id'])
        .execute();
      for (const { product_id, location_id, quantity } of sold) {
        stockBefore.set(
          `${product_id} at ${location_id}`,
          (stockBefore.get(`${product_id} at ${location_id}`) ?? Number.NaN) - quantity,
        );
      }
      const expected = new Map([...stockBefore].filter(([, quantity]) => !Number.isNaN(quantity)));
      expect([...found].filter(([place, quantity]) => expected.get(place) !== quantity)).toEqual([]);
      expect(found.size).toBe(expected.size);
      compared += sold.filter(({ location_id }) => location_id !== null).length;
    }
    expect(compared).toBeGreaterThan(STEPS / 5);
    await sales.stop();
    await store.close();
  });

  it('does not exist for a generated store or without a demo shop', async () => {
    const deps = { clock: createFixedClock(START), log: recordedLog(), perMinute: 20 };
    const generated = await generatedStore();
    const empty = await openTestStore();
    expect(await createLiveTill({ db: generated.db, ...deps })).toBeNull();
    expect(await createLiveTill({ db: empty.db, ...deps })).toBeNull();
    await generated.close();
    await empty.close();
  });
});
