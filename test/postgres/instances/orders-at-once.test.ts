import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { moveStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { insertOrders, type NewOrder } from '../../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { differencesIn } from '../../store/totals/differences-in.ts';
import { createFurtherOrder } from '../../support/copied-order.ts';
import { ACCOUNT, LOCATION, ORDER, PRODUCT } from '../../support/shop-fixture.ts';
import { answersOf, openShopInstances, reasonsOf } from './open-instances.ts';

const account_id = ACCOUNT.alpha;
const DAY_MS = 86_400_000;

/** Month totals are summed from days that others write. */
function onAnotherDay({ order, ...lines }: NewOrder, number: number): NewOrder {
  return { order: { ...order, date_purchased: order.date_purchased + (number % 6) * DAY_MS }, ...lines };
}

/** Pays the unpaid invoice in full, under new ids. */
function payerOf(number: number): NewOrder {
  const amount = 1_089_000;
  const { order, items, payments } = createFurtherOrder(ORDER.otherItems, number);
  return {
    order: { ...order, follows_order_id: ORDER.unpaidInvoice },
    items: items
      .slice(0, 1)
      .map((item) => ({ ...item, ppu: amount, ppu_wt: amount, value_ex: amount, value_wt: amount })),
    payments: payments.map((paid) => ({ ...paid, amount })),
  };
}

describe('orders that several instances write concurrently', () => {
  it('are all counted in the totals, and each gets a unique version', async () => {
    const { dbs, atOnce } = await openShopInstances();
    const [db] = dbs;
    const before = await versionsIn(db);
    const results = await atOnce(30, (instance, number) =>
      insertOrders(instance, [onAnotherDay(createFurtherOrder(ORDER.saleWithTip, number), number)]),
    );
    expect(reasonsOf(results)).toEqual([]);
    expect(await differencesIn(db)).toEqual([]);
    const after = await versionsIn(db);
    expect(new Set(after).size).toBe(before.length + 30);
  });

  it('succeed only once if they pay the same invoice, and a rule refuses the others', async () => {
    const { dbs, atOnce } = await openShopInstances();
    const results = await atOnce(8, (instance, number) => insertOrders(instance, [payerOf(number)]));
    expect(answersOf(results)).toHaveLength(1);
    const broken = { rule: 'invoice_payment_pays_one_invoice_in_full' };
    expect(reasonsOf(results)).toMatchObject(Array.from({ length: 7 }, () => broken));
    expect(await differencesIn(dbs[0])).toEqual([]);
  });
});

it('concurrent stock movements by several instances are all counted', async () => {
  const { dbs, atOnce } = await openShopInstances();
  const place = { product_id: PRODUCT.cafe, location_id: LOCATION.utrecht };
  const results = await atOnce(40, (instance) => moveStock(instance, account_id, [{ ...place, by: -1_000 }]));
  expect(reasonsOf(results)).toEqual([]);
  const { quantity } = await dbs[0]
    .selectFrom('stock')
    .select('quantity')
    .where('product_id', '=', place.product_id)
    .where('location_id', '=', place.location_id)
    .executeTakeFirstOrThrow();
  expect(quantity).toBe(5_000 - 40_000);
});

async function versionsIn(db: Kysely<StoreSchema>): Promise<number[]> {
  const rows = await db.selectFrom('order_changes').select('version').where('account_id', '=', account_id).execute();
  return rows.map(({ version }) => version);
}
