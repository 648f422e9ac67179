import { type Kysely, sql } from 'kysely';
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
    furtherIds: await furtherIds(db),
  };
}

async function furtherIds(db: Kysely<StoreSchema>): Promise<number[]> {
  const ids: number[] = [];
  for (const table of ['users', 'accounts', 'product_prices', 'order_items', 'order_payments'] as const) {
    for (const { id } of await db.selectFrom(table).select('id').execute()) ids.push(id);
  }
  return ids;
}

function owners<Row extends { readonly id: number; readonly account_id: number }>(
  rows: readonly Row[],
  locationsOf: (row: Row) => Owner['locations'],
): Map<number, Owner> {
  return new Map(rows.map((row) => [row.id, { account: row.account_id, locations: locationsOf(row) }]));
}

/** Whom a text belongs to: an account, and of it a location (0: none), a customer or a user. */
export interface Mark {
  readonly account: number;
  readonly kind: 'l' | 'c' | 'u' | null;
  readonly id: number;
}

const MARK_FORM = /~a(\d+)(?:([lcu])(\d+))?~/g;

export function marksIn(text: string): Mark[] {
  return [...text.matchAll(MARK_FORM)].map(([, account, kind, id]) => ({
    account: Number(account),
    kind: (kind as Mark['kind'] | undefined) ?? null,
    id: Number(id ?? 0),
  }));
}

const OF_ACCOUNT = "'~a' || account_id || '~'";
const OF_LOCATION = "'~a' || account_id || 'l' || coalesce(location_id, 0) || '~'";
const OF_OWN_LOCATION = "'~a' || account_id || 'l' || id || '~'";
const OF_CUSTOMER = "'~a' || account_id || 'c' || id || '~'";

/** Folding leaves a mark as it is. */
const MARKING = [
  "update accounts set name = name || '~a' || id || '~'",
  "update users set name = name || '~a' || account_id || 'u' || id || '~'",
  `update locations set title = title || ${OF_OWN_LOCATION}, city = title || ${OF_OWN_LOCATION}`,
  `update shops set title = title || ${OF_LOCATION}`,
  `update turnover_groups set title = title || ${OF_ACCOUNT}`,
  `update payment_providers set title = title || ${OF_ACCOUNT}`,
  `update segments set title = title || ${OF_ACCOUNT}`,
  `update tax_rates set name = name || ${OF_ACCOUNT}`,
  `update products set title = title || ${OF_ACCOUNT}, folded_title = folded_title || ${OF_ACCOUNT}`,
  `update customers set name = name || ${OF_CUSTOMER}, folded_name = folded_name || ${OF_CUSTOMER},
    email = ${OF_CUSTOMER} || email`,
  `update orders set order_number = order_number || ${OF_LOCATION}`,
  `update order_items set title = title || (select ${OF_LOCATION} from orders where orders.id = order_id)`,
];

/** Puts a mark into a text of every record, so that its owner is known wherever it appears. */
export async function plantMarks(db: Kysely<StoreSchema>): Promise<void> {
  for (const statement of MARKING) await sql.raw(statement).execute(db);
}
