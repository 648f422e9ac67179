import { beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import type { OrderRule, OrderRuleError } from '../../../electron/store/orders/order-rules.ts';
import {
  changeOrder,
  insertOrders,
  type NewOrder,
  type NewOrderItem,
} from '../../../electron/store/orders/order-writer.ts';
import type { OrdersTable } from '../../../electron/store/schema.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { seedFixtureReference } from '../../support/shop-fixture-catalog.ts';
import { ACCOUNT, LOCATION, PROVIDER, SHOP } from '../../support/shop-fixture-ids.ts';
import { openPerTest } from '../../support/test-scope.ts';

const store = openPerTest(openTestStore);

beforeEach(async () => {
  await insertRows(store.db, 'accounts', [
    { id: ACCOUNT.alpha, name: 'alpha' },
    { id: ACCOUNT.beta, name: 'beta' },
  ]);
  await seedFixtureReference(store.db);
});

describe('insertOrders', () => {
  it('gives the order the sums of all its items', async () => {
    const tip = item({
      id: 2,
      type: 'tip',
      ppu: 5_000,
      ppu_wt: 5_000,
      value_ex: 5_000,
      value_wt: 5_000,
      ...noLedger,
    });
    const discounted = item({ discount_ex: 10_000, discount_wt: 12_100, value_ex: 90_000, value_wt: 108_900 });
    await insertOrders(store.db, [order({ items: [discounted, tip], paid: 113_900 })]);

    expect(await readOrder()).toMatchObject({
      value_wt: 113_900,
      value_ex: 95_000,
      discount_wt: 12_100,
      discount_ex: 10_000,
    });
  });

  it('rounds the value of a line to whole cents, halves away from zero', async () => {
    const line = { quantity: 1_500, ppu: 10_000, ppu_wt: 10_900, value_ex: 15_000, value_wt: 16_400, cost_ex: 0 };

    await expect(insertOrders(store.db, [order({ items: [item(line)], paid: 16_400 })])).resolves.toBeUndefined();
  });

  it.each<[OrderRule, string, NewOrder]>([
    [
      'quantity_is_never_zero',
      'an item with quantity 0',
      order({ items: [item({ quantity: 0, value_wt: 0, value_ex: 0, cost_ex: 0 })], paid: 0 }),
    ],
    [
      'item_value_is_quantity_times_price_less_discount',
      'a value with VAT that is a cent off',
      order({ items: [item({ value_wt: 121_100 })], paid: 121_100 }),
    ],
    [
      'item_value_is_quantity_times_price_less_discount',
      'a value without VAT that is a cent off',
      order({ items: [item({ value_ex: 99_900 })] }),
    ],
    [
      'item_value_is_quantity_times_price_less_discount',
      'a discount that is not subtracted',
      order({ items: [item({ discount_wt: 100, discount_ex: 100 })] }),
    ],
    [
      'values_are_whole_cents',
      'a discount of half a cent',
      order({ items: [item({ discount_ex: 50, value_ex: 99_950 })] }),
    ],
    ['values_are_whole_cents', 'a payment of half a cent', order({ paid: 121_050 })],
    ['cost_has_the_sign_of_the_quantity', 'a negative cost of a sale', order({ items: [item({ cost_ex: -40_000 })] })],
    [
      'product_item_has_group_and_rate',
      'a product without a group',
      order({ items: [item({ product_group_id: null })] }),
    ],
    ['product_item_has_group_and_rate', 'a product without a rate', order({ items: [item({ tax_rate_id: null })] })],
    ['other_items_have_no_vat', 'rounding with VAT', order({ items: [item({ type: 'rounding', ...noLedger })] })],
    ['only_direct_orders_have_other_items', 'a tip on an invoice', invoice([tipOf(10_000)])],
    ['only_direct_orders_have_other_items', 'rounding on an invoice', invoice([{ ...tipOf(200), type: 'rounding' }])],
    ['invoice_order_has_no_payments', 'a payment of an invoice', order({ order: { payment_term: 'invoice' } })],
    ['direct_order_that_counts_is_fully_paid', 'a cent too little', order({ paid: 120_900 })],
    ['direct_order_that_counts_is_fully_paid', 'a sale marked as unpaid', order({ order: { is_paid: 0 } })],
  ])('refuses by the rule %s: %s', async (rule, _, broken) => {
    const good = order({ order: { id: 2, order_number: 'good' }, items: [item({ id: 9 })] });

    await expect(insertOrders(store.db, [good, broken])).rejects.toMatchObject({
      rule,
      orderNumber: 'O-1',
    } satisfies Partial<OrderRuleError>);
    expect(await store.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  });

  it('accepts an unpaid direct order that does not count', async () => {
    const waiting = order({ order: { status: 'new', is_paid: 0 }, paid: 0 });

    await expect(insertOrders(store.db, [waiting])).resolves.toBeUndefined();
  });
});

describe('changeOrder', () => {
  const allowed: [OrdersTable['status'], OrdersTable['status']][] = [
    ['new', 'processing'],
    ['processing', 'complete'],
    ['on_hold', 'cancelled'],
    ['complete', 'refunded'],
    ['refunded', 'refunded'],
  ];
  const refused: [OrdersTable['status'], OrdersTable['status']][] = [
    ['complete', 'processing'],
    ['complete', 'cancelled'],
    ['refunded', 'complete'],
    ['cancelled', 'new'],
  ];

  it.each(allowed)('lets %s become %s', async (from, status) => {
    await insertOrders(store.db, [order({ order: { status: from } }), wholeReturn()]);
    await changeOrder(store.db, { account_id: ACCOUNT.alpha, id: 1, status, date_updated: 99 });

    expect(await readOrder()).toMatchObject({ status, date_updated: 99, value_wt: 121_000 });
  });

  it.each(refused)('does not let %s become %s', async (from, status) => {
    await insertOrders(store.db, [order({ order: { status: from } }), wholeReturn()]);

    const change = { account_id: ACCOUNT.alpha, id: 1, status, date_updated: 99 };
    await expect(changeOrder(store.db, change)).rejects.toMatchObject({ rule: 'status_move_is_allowed' });
    expect(await readOrder()).toMatchObject({ status: from, date_updated: 0 });
  });

  it('does not let an unpaid direct order count', async () => {
    await insertOrders(store.db, [order({ order: { status: 'new', is_paid: 0 }, paid: 0 })]);

    const change = { account_id: ACCOUNT.alpha, id: 1, status: 'processing', is_paid: 1, date_updated: 99 } as const;
    await expect(changeOrder(store.db, change)).rejects.toMatchObject({
      rule: 'direct_order_that_counts_is_fully_paid',
    });
  });

  it('does not find the order of another account', async () => {
    await insertOrders(store.db, [order({})]);

    const change = { account_id: ACCOUNT.beta, id: 1, status: 'refunded', date_updated: 99 } as const;
    await expect(changeOrder(store.db, change)).rejects.toMatchObject({ rule: 'order_exists' });
  });
});

const noLedger = { product_id: null, sku: null, product_group_id: null, tax_rate_id: null, cost_ex: 0 };

/** One piece at 10.00 without and 12.10 with VAT. */
function item(changes: Partial<NewOrderItem>): NewOrderItem {
  return {
    id: 1,
    type: 'product',
    product_id: null,
    sku: 'SKU',
    title: 'Boek',
    product_group_id: 102,
    quantity: 1_000,
    ppu: 100_000,
    ppu_wt: 121_000,
    discount_wt: 0,
    discount_ex: 0,
    value_wt: 121_000,
    value_ex: 100_000,
    tax_rate_id: 201,
    cost_ex: 40_000,
    ...changes,
  };
}

function tipOf(amount: number): NewOrderItem {
  const value = { ppu: amount, ppu_wt: amount, value_wt: amount, value_ex: amount };
  return item({ id: 1, type: 'tip', ...value, ...noLedger });
}

function order(given: { order?: Partial<NewOrder['order']>; items?: NewOrderItem[]; paid?: number }): NewOrder {
  const { items = [item({})], paid = 121_000 } = given;
  return {
    order: {
      id: 1,
      account_id: ACCOUNT.alpha,
      order_number: 'O-1',
      date_purchased: 0,
      date_updated: 0,
      status: 'complete',
      shop_id: SHOP.utrecht1,
      location_id: LOCATION.utrecht,
      currency: 'EUR',
      payment_term: 'direct',
      is_paid: 1,
      customer_id: null,
      follows_order_id: null,
      ...given.order,
    },
    items,
    payments: paid === 0 ? [] : [{ id: items[0]?.id ?? 1, provider_id: PROVIDER.pin, amount: paid, date_paid: 0 }],
  };
}

/** The return of the one piece of order 1. */
function wholeReturn(): NewOrder {
  const piece = item({ id: 2, quantity: -1_000, value_wt: -121_000, value_ex: -100_000, cost_ex: -40_000 });
  const following = { id: 2, order_number: 'O-2', follows_order_id: 1 };
  return order({ order: following, items: [piece], paid: -121_000 });
}

function invoice(items: NewOrderItem[]): NewOrder {
  return order({ order: { payment_term: 'invoice', is_paid: 0 }, items, paid: 0 });
}

function readOrder() {
  return store.db.selectFrom('orders').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
}
