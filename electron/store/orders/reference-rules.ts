import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { NewOrder } from './new-order.ts';
import { OrderRuleError } from './order-rule-error.ts';

type Db = Kysely<StoreSchema>;

const IDS_PER_QUERY = 1_000;

/** What an order refers to, beside its shop; by the table that it lies in. */
const REFERENCES = {
  customers: ({ order }: NewOrder) => [order.customer_id],
  products: ({ items }: NewOrder) => items.map(({ product_id }) => product_id),
  turnover_groups: ({ items }: NewOrder) => items.map(({ product_group_id }) => product_group_id),
  tax_rates: ({ items }: NewOrder) => items.map(({ tax_rate_id }) => tax_rate_id),
  payment_providers: ({ payments }: NewOrder) => payments.map(({ provider_id }) => provider_id),
};

/** Checks that orders are of a shop, and refer to records, of their own account. Throws `OrderRuleError`. */
export async function checkReferences(db: Db, orders: readonly NewOrder[]): Promise<void> {
  await checkShops(db, orders);
  for (const [table, idsOf] of Object.entries(REFERENCES)) {
    const ids = new Set(orders.flatMap(idsOf).filter((id) => id !== null));
    const accounts = await readAccounts(db, table as keyof typeof REFERENCES, [...ids]);
    const foreign = orders.find((given) =>
      idsOf(given).some((id) => id !== null && accounts.get(id) !== given.order.account_id),
    );
    if (foreign) throw new OrderRuleError('refers_to_records_of_its_account', foreign.order.order_number);
  }
}

/** Checks that written orders follow orders of their own account, which may have come with them. */
export async function checkFollowed(db: Db, orders: readonly NewOrder[]): Promise<void> {
  const accounts = await readAccounts(db, 'orders', [
    ...new Set(orders.flatMap(({ order }) => order.follows_order_id ?? [])),
  ]);
  const foreign = orders.find(
    ({ order: { follows_order_id: id, account_id } }) => id !== null && accounts.get(id) !== account_id,
  );
  if (foreign) throw new OrderRuleError('refers_to_records_of_its_account', foreign.order.order_number);
}

async function checkShops(db: Db, orders: readonly NewOrder[]): Promise<void> {
  const shops = await db.selectFrom('shops').select(['id', 'account_id', 'location_id']).execute();
  const shopsById = new Map(shops.map((shop) => [shop.id, shop]));
  for (const { order } of orders) {
    const shop = shopsById.get(order.shop_id);
    const isOfShop = shop?.account_id === order.account_id && shop.location_id === order.location_id;
    if (!isOfShop) throw new OrderRuleError('location_is_that_of_the_shop', order.order_number);
  }
}

/** The account of each of these records that exists. */
async function readAccounts(
  db: Db,
  table: keyof typeof REFERENCES | 'orders',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const accounts = new Map<number, number>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const found = await db
      .selectFrom(table)
      .select(['id', 'account_id'])
      .where('id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .execute();
    for (const { id, account_id } of found) accounts.set(id, account_id);
  }
  return accounts;
}
