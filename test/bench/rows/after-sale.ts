import { moveStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { insertOrders, type NewOrder } from '../../../electron/store/orders/order-writer.ts';
import type { StoreDb } from '../../../electron/store/schema.ts';
import { raiseVersion } from '../../../electron/store/versions.ts';
import type { Context } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { medianTime } from '../probes.ts';
import { commonCustomerWord, commonProductWord } from './search-words.ts';

const SALES = 15;

/** A write has a program read what it had in memory from the file, whatever was written. */
const NO_ACCOUNT = 0;

const facts = {
  ...({ comparedWith: 'after a write that it does not depend on', unit: 'ms', comparison: 'ratio' } as const),
  ...({ bar: { atMost: 2 }, rounds: 5 } as const),
};

const LISTS: readonly (readonly [name: string, measured: string, targetOf: (benchContext: Context) => string])[] = [
  ['value', 'orders of 24 months by value', (on) => `/api/orders?${period(on)}&sort=-value_wt`],
  ['name', 'orders of 24 months by a common name', (on) => `/api/orders?${period(on)}&q=${customerWord(on)}`],
  ['customers', 'customers by turnover', () => '/api/customers?limit=50&sort=-turnover_wt'],
  ['sales', 'product sales over 24 months', (on) => `/api/reports/product-sales?${period(on)}`],
  ['stock', 'products with a common word by stock', (on) => `/api/products?limit=50&sort=stock&q=${productWord(on)}`],
];

/** The first request for a list after a till has sold something. */
export const AFTER_SALE_ROWS: readonly Row[] = LISTS.map(([name, measured, targetOf]) => ({
  ...facts,
  name: `after-sale-${name}`,
  measured: `first request after a sale for ${measured}`,
  prepare: (benchContext) => afterSale(benchContext, targetOf(benchContext)),
}));

function period({ shop }: Context): string {
  return `from=${shop.twoYears.from}&to=${shop.twoYears.to}&limit=50`;
}

function customerWord({ database, shop }: Context): string {
  return encodeURIComponent(commonCustomerWord(database, shop));
}

function productWord({ database, shop }: Context): string {
  return encodeURIComponent(commonProductWord(database, shop).word);
}

async function afterSale(benchContext: Context, target: string): Promise<Sides> {
  const api = await openApi(await benchContext.startProduct());
  const store = await openStore({ file: benchContext.storeFile });
  benchContext.add(store.close);
  const coldMs = await api.time(target);
  const afterOne = async () => {
    await sell(store.db, benchContext.shop.accountId);
    return api.time(target);
  };
  await medianTime(SALES, afterOne);
  return {
    detail: `without the list ${Math.round(coldMs)} ms`,
    product: () => medianTime(SALES, afterOne),
    reference: () =>
      medianTime(SALES, async () => {
        await raiseVersion(store.db, NO_ACCOUNT, 'orders');
        return api.time(target);
      }),
  };
}

/** Sells once more what was sold in an earlier order; another one each time. */
async function sell(db: StoreDb, accountId: number): Promise<void> {
  const next = { orders: 0, order_items: 0, order_payments: 0 };
  for (const table of ['orders', 'order_items', 'order_payments'] as const) {
    const { last } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max<number>('id').as('last'))
      .executeTakeFirstOrThrow();
    next[table] = last + 1;
  }
  const { local_day, value_wt, value_ex, discount_wt, discount_ex, ...order } = await db
    .selectFrom('orders')
    .selectAll()
    .where(({ and }) => and({ account_id: accountId, status: 'complete', payment_term: 'direct' }))
    .where('follows_order_id', 'is', null)
    .where('id', '<', next.orders - ((next.orders * STRIDE) % EARLIER))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', order.id).execute();
  const payments = await db.selectFrom('order_payments').selectAll().where('order_id', '=', order.id).execute();
  const sold: NewOrder = {
    order: { ...order, id: next.orders, order_number: `S${next.orders}` },
    items: items.map(({ account_id, order_id, ...item }, index) => ({ ...item, id: next.order_items + index })),
    payments: payments.map(({ account_id, order_id, ...paid }, index) => ({
      ...paid,
      id: next.order_payments + index,
    })),
  };
  await insertOrders(db, [sold]);
  for (const { product_id } of items) {
    const place = await db.selectFrom('stock').selectAll().where('product_id', '=', product_id).executeTakeFirst();
    if (place) await moveStock(db, place, -1_000);
  }
}

/** Of the latest orders, each time one that lies far from the one before it. */
const EARLIER = 500_000;
const STRIDE = 7_919;
