import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import { readAccounts } from './totals-months.ts';

/** The customer ids of an account above `after`, up to and including `upTo`. */
export interface CustomerRange {
  readonly accountId: number;
  readonly after: number;
  readonly upTo: number;
}

const CUSTOMERS_PER_RANGE = 2_000;

/** Reads ranges that cover all numbers, including those of missing customers. */
export async function readCustomerRanges(db: StoreDb): Promise<CustomerRange[]> {
  const ranges: CustomerRange[] = [];
  for (const accountId of await readAccounts(db)) {
    const ends = [...(await readRangeEnds(db, accountId)), Number.MAX_SAFE_INTEGER];
    ranges.push(...ends.map((upTo, at) => ({ accountId, after: ends[at - 1] ?? Number.MIN_SAFE_INTEGER, upTo })));
  }
  return ranges;
}

async function readRangeEnds(db: StoreDb, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (order by id) as position from customers where account_id = ${accountId}
    ) as numbered
    where position % ${sql.lit(CUSTOMERS_PER_RANGE)} = 0
    order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The table must have the columns `account_id` and `customer_id`. */
export function isInRange({ accountId, after, upTo }: CustomerRange, table: string): RawBuilder<SqlBool> {
  const customer = sql.id(table, 'customer_id');
  // Literals, because PostgreSQL gives a parameter the size of the column.
  return sql<SqlBool>`${sql.id(table, 'account_id')} = ${accountId}
    and ${customer} > ${sql.lit(after)} and ${customer} <= ${sql.lit(upTo)}`;
}
