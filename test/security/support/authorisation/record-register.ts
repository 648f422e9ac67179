import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../../electron/store/schema.ts';

export const RECORD_KINDS = [
  'location',
  'shop',
  'turnover group',
  'tax rate',
  'payment provider',
  'product',
  'customer',
  'segment',
  'order',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Where a record can be seen: by everybody of its account, or at some locations (null: at none). */
export interface Owner {
  readonly account: number;
  readonly locations: 'all' | readonly (number | null)[];
}

export type RecordRegister = Readonly<Record<RecordKind, ReadonlyMap<number, Owner>>> & {
  /** Ids of records of further kinds, which no parameter names. */
  readonly furtherIds: readonly number[];
};

/** Who owns what, read from the tables themselves and not through any code of the program that asks for rights. */
export async function readRegister(db: Kysely<StoreSchema>): Promise<RecordRegister> {
  const idsOf = async (table: 'users' | 'accounts' | 'product_prices' | 'order_items' | 'order_payments') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const ofAccount = async (table: 'turnover_groups' | 'tax_rates' | 'payment_providers' | 'products' | 'segments') =>
    owners(await db.selectFrom(table).select(['id', 'account_id']).execute(), () => 'all');
  const orders = await db.selectFrom('orders').select(['id', 'account_id', 'location_id', 'customer_id']).execute();
  const visits = Map.groupBy(orders, (order) => order.customer_id);
  return {
    location: owners(await db.selectFrom('locations').select(['id', 'account_id']).execute(), ({ id }) => [id]),
    shop: owners(await db.selectFrom('shops').select(['id', 'account_id', 'location_id']).execute(), (shop) => [
      shop.location_id,
    ]),
    'turnover group': await ofAccount('turnover_groups'),
    'tax rate': await ofAccount('tax_rates'),
    'payment provider': await ofAccount('payment_providers'),
    product: await ofAccount('products'),
    segment: await ofAccount('segments'),
    customer: owners(await db.selectFrom('customers').select(['id', 'account_id']).execute(), ({ id }) =>
      (visits.get(id) ?? []).map((order) => order.location_id),
    ),
    order: owners(orders, (order) => [order.location_id]),
    furtherIds: [
      ...(await idsOf('users')),
      ...(await idsOf('accounts')),
      ...(await idsOf('product_prices')),
      ...(await idsOf('order_items')),
      ...(await idsOf('order_payments')),
    ],
  };
}

function owners<Row extends { readonly id: number; readonly account_id: number }>(
  rows: readonly Row[],
  locationsOf: (row: Row) => Owner['locations'],
): Map<number, Owner> {
  return new Map(rows.map((row) => [row.id, { account: row.account_id, locations: locationsOf(row) }]));
}
