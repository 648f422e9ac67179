import { type Kysely, sql } from 'kysely';
import { productFields } from '../catalog/catalog-json.ts';
import { jsonObject } from '../dialects/json-values.ts';
import { isAmong } from '../dialects/number-list.ts';
import { type OrderRecord, ordersWithCustomer } from '../orders/orders-queries.ts';
import { prepareQuery, prepareScopedQuery } from '../prepared-query.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';

type Db = Kysely<StoreSchema>;

/** Products by id, each as JSON with the fields of the contract; one that is gone is not among them. */
export async function readChangedProducts(db: Db, scope: StoreScope, ids: readonly number[]) {
  const found = await products.run(db, scope, { ids: JSON.stringify(ids) });
  return new Map(found.map(({ id, text }) => [id, text]));
}

const products = prepareScopedQuery({ ids: '' }, (db, scope, { ids }) =>
  db
    .selectFrom('products')
    .select('products.id')
    .select(jsonObject(productFields(scope)).as('text'))
    .where(isAmong('products.id', ids))
    .where(notByIndex('products.account_id'), '=', scope.accountId),
);

/** Orders by id with their customers; one that is gone is not among them. */
export async function readChangedOrders(
  db: Db,
  { accountId }: StoreScope,
  ids: readonly number[],
): Promise<Map<number, OrderRecord>> {
  const found = await orders.run(db, { accountId, ids: JSON.stringify(ids) });
  return new Map(found.map((order) => [order.id, order]));
}

const orders = prepareQuery({ accountId: 0, ids: '' }, (db, { accountId, ids }) =>
  ordersWithCustomer(db)
    .where(isAmong('orders.id', ids))
    .where(notByIndex('orders.account_id'), '=', accountId),
);

/** Keeps the database from reading all of the account instead of the few ids. */
function notByIndex(column: string) {
  return sql<number>`+${sql.ref(column)}`;
}
