import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDemoShopsRepository } from '../../../electron/store/demo/demo-shops-repository.ts';
import { OrderRuleError } from '../../../electron/store/orders/order-rules.ts';
import { changeOrder, insertOrders, type NewOrder } from '../../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { ORDER_STATUSES } from '../../../shared/contract/orders.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { ACCOUNT, LOCATION, ORDER, SHOP } from '../../support/shop-fixture-ids.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { differencesIn } from './differences-in.ts';

describe('stored totals', { timeout: 120_000 }, () => {
  it('equal the orders after every write of any kind and age, accepted or refused', async () => {
    const taken = new Map<OrderStep['kind'], number>();
    await fc.assert(
      fc.asyncProperty(orderSteps, async (steps) => {
        const { store } = await openFixturePlatform();
        try {
          for (const step of steps) {
            if (await takeStep(store.db, step)) taken.set(step.kind, (taken.get(step.kind) ?? 0) + 1);
            expect(await differencesIn(store.db)).toEqual([]);
          }
        } finally {
          await store.close();
        }
      }),
      { seed: 2026, numRuns: isOnPostgres() ? 5 : 12, endOnFailure: true },
    );
    for (const kind of ['sell', 'pay', 'bring back', 'move', 'remove'] as const) {
      expect(taken.get(kind), `steps of ${kind}`).toBeGreaterThan(2);
    }
  });

  it('have no row for an empty combination', async () => {
    const { store } = await openFixturePlatform();
    await takeStep(store.db, { kind: 'remove', before: Date.parse('2027-01-01T00:00:00Z') });
    for (const table of ['item_totals_by_month', 'product_totals_by_month', 'customer_totals'] as const) {
      const left = await store.db.selectFrom(table).select('account_id').distinct().execute();
      expect(left).toEqual([{ account_id: 2 }]);
    }
    await store.close();
  });
});

/** Times of any age: ends of months, both clock changes, and decades ago. */
const MOMENTS = [
  '1975-06-01T12:00:00+01:00',
  '2024-02-29T23:59:59+01:00',
  '2026-03-29T03:00:00+02:00',
  '2026-09-30T23:59:59+02:00',
  '2026-10-01T00:00:00+02:00',
  '2026-10-25T02:30:00+01:00',
  '2026-10-31T23:59:59+01:00',
].map((text) => Date.parse(text));

const AFTER_ALL = Date.parse('2026-12-24T12:00:00+01:00');

const PLACES = [
  { shop_id: SHOP.utrecht1, location_id: LOCATION.utrecht },
  { shop_id: SHOP.amsterdam, location_id: LOCATION.amsterdam },
  { shop_id: SHOP.webshop, location_id: null },
];

const SOLD = [
  ORDER.saleWithTip,
  ORDER.discountInCash,
  ORDER.fullDiscount,
  ORDER.onHold,
  ORDER.unpaidInvoice,
  ORDER.firstOfMonth,
];

const sale = fc.record({
  kind: fc.constant('sell' as const),
  like: fc.constantFrom(...SOLD),
  at: fc.constantFrom(...MOMENTS),
  place: fc.constantFrom(...PLACES),
});

const pick = fc.nat({ max: 99 });

/** One write of orders; `pick` chooses among the existing ones. The rules refuse many. */
const step = fc.oneof(
  { weight: 4, arbitrary: sale },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bring back' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      pick,
      status: fc.constantFrom(...ORDER_STATUSES),
      isPaid: fc.constantFrom(0 as const, 1 as const, undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), before: fc.constantFrom(...MOMENTS) }) },
);

type OrderStep = typeof step extends fc.Arbitrary<infer Step> ? Step : never;

const orderSteps = fc.array(step, { minLength: 6, maxLength: 14 });

/** Takes the step as far as the rules of orders allow, and returns whether they allowed it. */
async function takeStep(db: Kysely<StoreSchema>, given: OrderStep): Promise<boolean> {
  try {
    await write(db, given);
    return true;
  } catch (error) {
    if (error instanceof OrderRuleError) return false;
    throw error;
  }
}

async function write(db: Kysely<StoreSchema>, given: OrderStep): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', ACCOUNT.alpha)
    .orderBy('id')
    .execute();
  const id = Math.max(9_000, ...orders.map((order) => order.id)) + 1;
  const chosenOf = (chosen: typeof orders) => ('pick' in given ? chosen[given.pick % chosen.length] : undefined);
  switch (given.kind) {
    case 'sell':
      return insertOrders(db, [orderLike(given.like, id, { ...given.place, date_purchased: given.at })]);
    case 'pay': {
      const invoice = chosenOf(orders.filter(({ payment_term }) => payment_term === 'invoice'));
      if (invoice) await insertOrders(db, [payerOf(invoice, id)]);
      return;
    }
    case 'bring back': {
      const sold = chosenOf(orders.filter(({ status }) => status === 'complete'));
      if (!sold) return;
      await insertOrders(db, [await returnOf(db, sold, id)]);
      return changeOrder(db, { ...named(sold.id), status: 'refunded' });
    }
    case 'move': {
      const order = chosenOf(orders);
      const { status, isPaid } = given;
      if (order)
        await changeOrder(db, { ...named(order.id), status, ...(isPaid !== undefined && { is_paid: isPaid }) });
      return;
    }
    case 'remove':
      return createDemoShopsRepository(db).removeOrdersBefore(ACCOUNT.alpha, given.before);
  }
}

type Sold = {
  readonly id: number;
  readonly shop_id: number;
  readonly location_id: number | null;
  readonly value_wt: number;
};

function named(id: number) {
  return { account_id: ACCOUNT.alpha, id, date_updated: AFTER_ALL };
}

function orderLike(model: number, id: number, changes: Partial<NewOrder['order']>): NewOrder {
  const like = createFixtureOrders().find(({ order }) => order.id === model);
  if (!like) throw new Error(`the fixture has no order ${model}`);
  return {
    order: { ...like.order, id, order_number: `step-${id}`, ...changes },
    items: like.items.map((item, index) => ({ ...item, id: id * 10 + index })),
    payments: like.payments.map((payment, index) => ({ ...payment, id: id * 10 + index })),
  };
}

/** A later order that pays the invoice with one item, by PIN. */
function payerOf({ id: invoice, shop_id, location_id, value_wt }: Sold, id: number): NewOrder {
  const model = orderLike(ORDER.saleWithTip, id, {
    shop_id,
    location_id,
    date_purchased: AFTER_ALL,
    follows_order_id: invoice,
  });
  const value = { quantity: 1_000, ppu: value_wt, ppu_wt: value_wt, value_ex: value_wt, value_wt };
  const tip = model.items.filter(({ type }) => type === 'tip');
  return {
    ...model,
    items: tip.map((item) => ({ ...item, ...value, type: 'invoice_payment' })),
    payments: model.payments.map((payment) => ({ ...payment, amount: value_wt })),
  };
}

/** Returns all products of the sale on the last day. */
async function returnOf(
  db: Kysely<StoreSchema>,
  { id: sale, shop_id, location_id }: Sold,
  id: number,
): Promise<NewOrder> {
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', sale)
    .where('type', '=', 'product')
    .execute();
  const model = orderLike(ORDER.partialReturn, id, {
    shop_id,
    location_id,
    date_purchased: AFTER_ALL,
    follows_order_id: sale,
  });
  const back = items.map(({ account_id, order_id, ...item }, index) => ({
    ...item,
    id: id * 10 + index,
    quantity: 0 - item.quantity,
    value_ex: 0 - item.value_ex,
    value_wt: 0 - item.value_wt,
    discount_ex: 0 - item.discount_ex,
    discount_wt: 0 - item.discount_wt,
    cost_ex: 0 - item.cost_ex,
  }));
  const amount = back.reduce((sum, { value_wt }) => sum + value_wt, 0);
  return { ...model, items: back, payments: model.payments.map((payment) => ({ ...payment, amount })) };
}
