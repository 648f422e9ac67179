import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { changePrice, moveStock } from '../../electron/store/catalog/catalog-writer.ts';
import type { StoreKeeperDb } from '../../electron/store/copies/storekeeper-copy-store.ts';
import { readCopiedOrders, writeCopiedOrders } from '../../electron/store/copies/storekeeper-orders.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { OrderRuleError } from '../../electron/store/orders/order-rules.ts';
import { changeOrder, insertOrders, type NewOrder, writingOrders } from '../../electron/store/orders/order-writer.ts';
import type { StoreDb } from '../../electron/store/schema.ts';
import type { PageRange } from '../../electron/store/scoped-queries.ts';
import { openReader } from '../../electron/store/store-connections.ts';
import { inWriteTransaction } from '../../electron/store/transactions.ts';
import { CUSTOMER_SORTS } from '../../shared/contract/customers.ts';
import { ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../shared/contract/order-rows.ts';
import { ORDER_SORTS, ORDER_STATUSES, type OrderStatus } from '../../shared/contract/orders.ts';
import { PRODUCT_SALES_SORTS } from '../../shared/contract/product-sales.ts';
import { PRODUCT_SORTS, STOCK_STATES } from '../../shared/contract/products.ts';
import { foldText } from '../../shared/fold-text.ts';
import { lineValue, sumOf } from '../../shared/money.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import {
  ACCOUNT,
  CALLER,
  CUSTOMER,
  GROUP,
  LOCATION,
  PRODUCT,
  PROVIDER,
  RATE,
  SHOP,
  seedFixtureShop,
} from '../support/shop-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sized } from '../support/test-size.ts';

const clock = createFixedClock('2026-11-01T12:00:00+01:00');
const FIRST_DAY = Date.parse('2026-10-01T00:00:00+02:00');
const DAY_MS = 86_400_000;
const PERIOD = { from: '2026-10-02', to: '2026-10-28' };

const SHOPS = [
  [SHOP.utrecht1, LOCATION.utrecht],
  [SHOP.amsterdam, LOCATION.amsterdam],
  [SHOP.webshop, null],
] as const;

/** Few values of each, so that many rows are alike but for their ids. */
const sale = fc.record({
  shop: fc.constantFrom(...SHOPS),
  day: fc.nat({ max: 30 }),
  customer: fc.constantFrom(null, CUSTOMER.zon, CUSTOMER.vries, CUSTOMER.mees, CUSTOMER.zoe),
  status: fc.constantFrom('complete' as const, 'complete' as const, 'new' as const, 'cancelled' as const),
  isInvoice: fc.boolean(),
  items: fc.array(
    fc.record({
      product: fc.constantFrom(PRODUCT.cafe, PRODUCT.apple, PRODUCT.lamp, PRODUCT.odd, null),
      title: fc.constantFrom('Los', 'Café', 'appel'),
      pieces: fc.constantFrom(1, 2, -1),
      euros: fc.constantFrom(1, 10, 12),
      discount: fc.constantFrom(0, 1),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

const write = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('sell' as const), sale, follows: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('move' as const), status: fc.constantFrom(...ORDER_STATUSES) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'pay',
        'copy',
        'copy',
        'remove',
        'buyer',
        'product',
        'gone',
        'price',
        'stock',
        'shop',
        'segment' as const,
      ),
    }),
  },
);

type Write = (typeof write extends fc.Arbitrary<infer Value> ? Value : never) & { readonly at: number };

type Ask = (platform: Platform) => Promise<unknown>;

/** A page of a list with any of the filters, for a user who sees everything or is locked to a location. */
function asks<Filters extends object>(
  filters: { readonly [Name in keyof Filters]: fc.Arbitrary<Filters[Name]> },
  read: (platform: Platform, caller: Caller, query: Partial<Filters> & PageRange & typeof PERIOD) => Promise<unknown>,
): fc.Arbitrary<Ask> {
  const range = fc.record({ start: fc.nat({ max: 60 }), limit: fc.constantFrom(1, 5, 40, 250) });
  const filtered = fc.record(filters, { requiredKeys: [] }) as fc.Arbitrary<Partial<Filters>>;
  return fc.tuple(fc.constantFrom<Caller>(CALLER.owner, CALLER.owner, CALLER.staff), range, filtered).map(
    ([caller, page, query]) =>
      (platform) =>
        read(platform, caller, { ...PERIOD, ...page, ...query }),
  );
}

const q = fc.constantFrom('a', 'vries', '12', 'café', '2026', 'los');
const product_id = fc.constantFrom<number>(PRODUCT.cafe, PRODUCT.lamp);
const is_paid = fc.boolean();

const ask = fc.oneof(
  asks(
    {
      ...{ q, is_paid, sort: fc.constantFrom(...ORDER_SORTS), customer_id: fc.constant<number>(CUSTOMER.zon) },
      status: fc.constantFrom<OrderStatus[]>(['complete'], ['new', 'cancelled']),
    },
    (platform, caller, query) => platform.listOrders(caller, query),
  ),
  asks(
    { q, sort: fc.constantFrom(...CUSTOMER_SORTS), has_open_invoices: fc.boolean() },
    (platform, caller, { from, to, ...query }) => platform.listCustomers(caller, query),
  ),
  asks({ product_id, is_paid, sort: fc.constantFrom(...ORDER_ITEM_SORTS) }, (platform, caller, query) =>
    platform.listOrderItems(caller, query),
  ),
  asks({ sort: fc.constantFrom(...ORDER_PAYMENT_SORTS) }, (platform, caller, query) =>
    platform.listOrderPayments(caller, query),
  ),
  asks({ q, product_id, sort: fc.constantFrom(...PRODUCT_SALES_SORTS) }, (platform, caller, query) =>
    platform.readReport(caller, 'productSales', query),
  ),
  asks(
    { q, sort: fc.constantFrom(...PRODUCT_SORTS), stock: fc.constantFrom(...STOCK_STATES) },
    (platform, caller, { from, to, ...query }) => platform.searchProducts(caller, query),
  ),
);

/** A file of a shop with many orders that are alike. */
async function fillStore(file: string): Promise<void> {
  const store = await openStore({ file, clock });
  await seedFixtureShop(store.db);
  const sales = fc.sample(sale, { numRuns: 60, seed: 5 });
  for (const [index, given] of sales.entries()) await insertOrders(store.db, [orderOf(given, 20_000 + index, null)]);
  await store.close();
}

describe('a list that follows writes', () => {
  it('has the rows, the order and the sums of one that is read for the first time', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'filled.sqlite');
    await fillStore(file);
    let copies = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(ask, { minLength: 2, maxLength: 8 }),
        fc.array(fc.array(fc.tuple(write, fc.nat()), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        async (asks, rounds) => {
          copies += 1;
          const copy = join(folder, `${copies}.sqlite`);
          copyFileSync(file, copy);
          const store = await openStore({ file: copy, clock });
          const [following, fresh] = [openReader(copy), openReader(copy)];
          const platformOn = (db: StoreDb) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher });
          const platform = platformOn(following.db);
          try {
            for (const read of asks) await read(platform);
            let number = 30_000;
            for (const writes of rounds) {
              for (const [given, at] of writes) {
                number += 1;
                await writeTo(store.db, { ...given, at }, number);
              }
              for (const read of asks) {
                expect(textOf(await read(platform))).toEqual(textOf(await read(platformOn(fresh.db))));
              }
            }
          } finally {
            for (const opened of [following, fresh, store]) await opened.close();
          }
        },
      ),
      { numRuns: sized({ quick: 30, full: 400 }), seed: 11 },
    );
  }, 600_000);

  it.each<[string, Ask]>([
    ['orders', (platform) => platform.listOrders(CALLER.owner, { ...PERIOD, ...FIRST, q: 'a', sort: '-value_wt' })],
    ['customers', (platform) => platform.listCustomers(CALLER.owner, { ...FIRST, sort: '-turnover_wt' })],
    ['items', (platform) => platform.listOrderItems(CALLER.owner, { ...PERIOD, ...FIRST, sort: 'value_wt' })],
    ['payments', (platform) => platform.listOrderPayments(CALLER.owner, { ...PERIOD, ...FIRST, sort: 'amount' })],
    ['product sales', (platform) => platform.readReport(CALLER.owner, 'productSales', { ...PERIOD, ...FIRST })],
    ['products', (platform) => platform.searchProducts(CALLER.owner, { ...FIRST, q: 'a', sort: 'stock' })],
  ])('of %s is not sorted again after a sale', async (_, read) => {
    const file = join(temporaryFolder(), 'tilldesk.sqlite');
    await fillStore(file);
    const [store, reader] = [await openStore({ file, clock }), openReader(file)];
    const sorted: string[] = [];
    const noted = reader.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode') sorted.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const platform = createEmbeddedPlatform({ db: noted, clock, hasher: cheapHasher });
    await read(platform);
    expect(sorted).toHaveLength(1);
    for (const [index, given] of fc.sample(sale, { numRuns: 5, seed: 6 }).entries()) {
      await insertOrders(store.db, [orderOf(given, 30_000 + index, null)]);
      await moveStock(store.db, STOCKED, -1_000);
      await read(platform);
    }
    expect(sorted).toHaveLength(1);
    for (const opened of [reader, store]) await opened.close();
  });
});

const FIRST = { start: 0, limit: 40 };

const STOCKED = { account_id: ACCOUNT.alpha, product_id: PRODUCT.cafe, location_id: LOCATION.utrecht };

/** Rows that the database wrote as JSON are bytes. */
function textOf(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value)),
  );
}

function orderOf(
  { shop, day, customer, status, isInvoice, items }: Sale,
  id: number,
  follows: number | null,
): NewOrder {
  const lines = items.map(({ product, title, pieces, euros, discount }, index) => {
    const [quantity, ppu, less] = [pieces * 1_000, euros * 10_000, discount * 10_000];
    const value = lineValue(quantity, ppu) - less;
    return {
      ...({ id: id * 10 + index, type: 'product', product_id: product, sku: product && `S${product}`, title } as const),
      ...{ product_group_id: GROUP.books, tax_rate_id: RATE.nl0, quantity, ppu, ppu_wt: ppu },
      ...{ discount_ex: less, discount_wt: less, value_ex: value, value_wt: value, cost_ex: 0 },
    };
  });
  const due = sumOf(lines, ({ value_wt }) => value_wt);
  const date_purchased = FIRST_DAY + day * DAY_MS;
  return {
    order: {
      ...{ id, account_id: ACCOUNT.alpha, order_number: `2026-${id}`, date_purchased, date_updated: date_purchased },
      ...{ status, shop_id: shop[0], location_id: shop[1], currency: 'EUR', customer_id: customer },
      payment_term: isInvoice ? 'invoice' : 'direct',
      is_paid: isInvoice ? 0 : 1,
      follows_order_id: follows,
    },
    items: lines,
    payments: isInvoice ? [] : [{ id: id * 10, provider_id: PROVIDER.pin, amount: due, date_paid: date_purchased }],
  };
}

/** A write that the rules refuse writes nothing. */
async function writeTo(db: StoreDb, given: Write, number: number): Promise<void> {
  try {
    await writeOne(db, given, number);
  } catch (error) {
    if (!(error instanceof OrderRuleError)) throw error;
  }
}

async function writeOne(db: StoreDb, given: Write, number: number): Promise<void> {
  const account_id = ACCOUNT.alpha;
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'is_paid', 'follows_order_id'])
    .where('account_id', '=', account_id)
    .execute();
  const { id, is_paid } = orders[given.at % orders.length] ?? { id: 0, is_paid: 0 };
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value => values[given.at % values.length] ?? values[0];
  const product = oneOf([PRODUCT.cafe, PRODUCT.apple, PRODUCT.lamp, PRODUCT.odd]);
  const name = oneOf(['Aad', 'Zuiver', 'de Vries', 'café']);
  if (given.kind === 'sell') {
    await insertOrders(db, [orderOf(given.sale, number, given.follows ? id : null)]);
  } else if (given.kind === 'move') {
    await changeOrder(db, { account_id, id, status: given.status, date_updated: number });
  } else if (given.kind === 'pay') {
    await changeOrder(db, { account_id, id, is_paid: is_paid === 1 ? 0 : 1, date_updated: number });
  } else if (given.kind === 'remove') {
    // What follows an order would be removed with it.
    if (!orders.some(({ follows_order_id }) => follows_order_id === id)) await removeOrder(db, id);
  } else if (given.kind === 'copy') {
    await inWriteTransaction(db, (transaction) => copyOther(transaction as unknown as StoreKeeperDb, id, given.at));
  } else if (given.kind === 'buyer') {
    const buyer = oneOf([CUSTOMER.zon, CUSTOMER.vries]);
    await db
      .updateTable('customers')
      .set({ name, folded_name: foldText(name) })
      .where('id', '=', buyer)
      .execute();
  } else if (given.kind === 'product') {
    const changed = { title: name, folded_title: foldText(name) };
    await db.updateTable('products').set(changed).where('id', '=', product).execute();
  } else if (given.kind === 'gone') {
    for (const table of ['product_prices', 'stock'] as const) {
      await db.deleteFrom(table).where('product_id', '=', product).execute();
    }
    await db.deleteFrom('products').where('id', '=', product).execute();
  } else if (given.kind === 'price') {
    const price = await db
      .selectFrom('product_prices')
      .select('id')
      .where('account_id', '=', account_id)
      .executeTakeFirst();
    if (price) await changePrice(db, { account_id, id: price.id, ppu: given.at % 9, ppu_wt: given.at % 9 });
  } else if (given.kind === 'stock') {
    const place = await db.selectFrom('stock').selectAll().where('product_id', '=', product).executeTakeFirst();
    if (place) await moveStock(db, place, (given.at % 9) - 4);
  } else if (given.kind === 'shop') {
    await sql`update shops set title = ${name} where id = ${oneOf([SHOP.utrecht1, SHOP.webshop])}`.execute(db);
  } else {
    await db.deleteFrom('customer_segments').where('customer_id', '=', CUSTOMER.zon).execute();
  }
}

function removeOrder(db: StoreDb, id: number): Promise<unknown> {
  return inWriteTransaction(db, (transaction) =>
    writingOrders(transaction, { existing: [id] }, () =>
      transaction.deleteFrom('orders').where('id', '=', id).execute(),
    ),
  );
}

/** The order has another buyer and other lines, as an upstream platform may have it. */
async function copyOther(db: StoreKeeperDb, id: number, at: number): Promise<void> {
  const copied = await readCopiedOrders(db, id);
  const changed = copied.map(({ order, items, payments }) => ({
    order: { ...order, customer_id: at % 2 === 0 ? CUSTOMER.zoe : null },
    items: items.slice(at % 2),
    payments,
  }));
  await writeCopiedOrders(db, id, changed);
}
