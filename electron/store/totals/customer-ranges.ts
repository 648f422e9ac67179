import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import { readAccounts } from './totals-months.ts';

/** Ids of customers of an account: those above `after`, up to `upTo`. */
export interface CustomerRange {
  readonly accountId: number;
  readonly after: number;
  readonly upTo: number;
}

const CUSTOMERS_PER_RANGE = 2_000;

/** Together they have every number, also those under which there is no customer. */
export async function readCustomerRanges(db: StoreDb): Promise<CustomerRange[]> {
  const ranges: CustomerRange[] = [];
  for (const accountId of await readAccounts(db)) {
    const ends = [...(await readEnds(db, accountId)), Number.MAX_SAFE_INTEGER];
    ranges.push(...ends.map((upTo, at) => ({ accountId, after: ends[at - 1] ?? Number.MIN_SAFE_INTEGER, upTo })));
  }
  return ranges;
}

async function readEnds(db: StoreDb, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (order by id) as position from customers where account_id = ${accountId}
    ) as numbered
    where position % ${sql.lit(CUSTOMERS_PER_RANGE)} = 0
    order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Of a table that has the columns `account_id` and `customer_id`. */
export function isInRange({ accountId, after, upTo }: CustomerRange, table: string): RawBuilder<SqlBool> {
  const customer = sql.id(table, 'customer_id');
  // Literals: PostgreSQL takes a parameter for a number of the column's size.
  return sql<SqlBool>`${sql.id(table, 'account_id')} = ${accountId}
    and ${customer} > ${sql.lit(after)} and ${customer} <= ${sql.lit(upTo)}`;
}
