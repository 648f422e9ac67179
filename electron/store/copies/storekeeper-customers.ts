import { sql } from 'kysely';
import { recordCustomerChanges } from '../changes/record-changes.ts';
import type { CustomersTable } from '../schema.ts';
import { chunksOf } from '../scoped-queries.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import { type SeenCustomersTable, type StoreKeeperDb, upsertRows } from './storekeeper-copy-store.ts';

const ROWS_PER_STATEMENT = 200;

/**
 * Those of the customers that the list of customers has as they are. Their names and addresses are those of the list,
 * whatever an order says.
 */
export async function readListedCustomers(db: StoreKeeperDb, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('sk_customers')
    .select('customer_id')
    .where('customer_id', 'in', listOf(ids))
    .where('is_deleted', '=', 0)
    .execute();
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/** Customers of the copy by id, those that there are. */
export async function readCustomers(
  db: StoreKeeperDb,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomersTable>> {
  const rows = await db.selectFrom('customers').selectAll().where('id', 'in', listOf(ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes and records what differs, and nothing else. */
export async function writeCustomers(db: StoreKeeperDb, customers: readonly CustomersTable[]): Promise<void> {
  const known = await readCustomers(
    db,
    customers.map(({ id }) => id),
  );
  const written = await upsertRows(db, 'customers', customers);
  if (written.length === 0) return;
  const renamed = customers.filter(({ id, name, email }) => {
    const before = known.get(id);
    return before !== undefined && (before.name !== name || before.email !== email);
  });
  await recordCustomerChanges(
    db,
    COPIED_ACCOUNT,
    renamed.map(({ id }) => id),
  );
}

/** Remembers customers as seen by a sweep. Answers how many of them it had not seen yet. */
export async function writeSeenCustomers(db: StoreKeeperDb, seen: readonly SeenCustomersTable[]): Promise<number> {
  const [first] = seen;
  if (first === undefined) return 0;
  const ids = [...new Set(seen.map(({ customer_id }) => customer_id))];
  const { count } = await db
    .selectFrom('sk_customers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sweep', '=', first.sweep)
    .where('customer_id', 'in', listOf(ids))
    .executeTakeFirstOrThrow();
  for (const chunk of chunksOf(seen, ROWS_PER_STATEMENT)) await db.replaceInto('sk_customers').values(chunk).execute();
  return ids.length - count;
}

/** How many customers the sweep has seen. */
export async function countSeenCustomers(db: StoreKeeperDb, sweep: number): Promise<number> {
  const { count } = await db
    .selectFrom('sk_customers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sweep', '=', sweep)
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes the customers that the sweep has not seen, or seen as deleted, but for those whom orders name. */
export async function removeUnseenCustomers(db: StoreKeeperDb, sweep: number): Promise<void> {
  const gone = sql<string>`(select 'customer:' || customer_id from sk_customers where sweep <> ${sweep})`;
  await db.deleteFrom('sk_notes').where('owner', 'in', gone).execute();
  await db.deleteFrom('sk_customers').where('sweep', '<>', sweep).execute();
  const { numAffectedRows } = await sql`
    delete from customers where id not in (select customer_id from sk_customers where is_deleted = 0)
      and not exists (select 1 from orders where orders.account_id = customers.account_id and customer_id = customers.id)
  `.execute(db);
  if ((numAffectedRows ?? 0n) > 0n) await recordCustomerChanges(db, COPIED_ACCOUNT, []);
}

function listOf(ids: readonly number[]) {
  return sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
}
