import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { expandJsonRows, greater, isAmong } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { getOnlyRow, splitIntoChunks, writeRecords } from '../scoped-queries.ts';
import { raiseVersion } from '../versions.ts';

/*
 * A writer of products, prices, stock, orders or customers calls one of these functions once in its transaction, after it
 * has written the rows. Versions of a feed then grow with the commits: SQLite has one writer at a time, and on PostgreSQL
 * the row of `feeds` is locked until the commit. Writers leave out the rows that they wrote unchanged.
 *
 * Readers who are locked to a location get own versions, which reveal nothing about changes at other locations. At a
 * location they grow by 1 with each change of its orders or its stock. They grow by `SHARED_VERSION_STEP` with each change of a product
 * that all locations see, so that this change has the same own version everywhere. If a change has no own version, its
 * version is shown.
 */

const MAX_RECORDS_PER_STATEMENT = 10_000;

/** Exceeds the number of stock changes at a location between two product changes. 2 ** 31 steps stay exact in JSON. */
const SHARED_VERSION_STEP = 2 ** 22;

const LATER_TIME = greater(sql`feeds.changed_at`, sql`excluded.changed_at`);

/** Records that products or their prices were written or removed. Readers at all locations see it. */
export async function recordProductChanges(
  db: StoreDb,
  accountId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return;
  await raiseVersion(db, accountId, 'products');
  for (const ids of splitIntoChunks([...new Set(productIds)], MAX_RECORDS_PER_STATEMENT)) {
    const { first, changedAt } = await allocateVersions(db, accountId, ids.length);
    const changed = JSON.stringify(ids.map((product_id, index) => ({ product_id, version: first + index })));
    await sql`
      insert into product_changes (${PRODUCT_CHANGE_COLUMNS})
        select ${accountId}, product_id, version, ${changedAt}, version, ${changedAt}, ${getSharedOwnVersion(accountId, first)}
        from ${expandJsonRows(changed, ['product_id', 'version'])} as changed
        where true
        on conflict (account_id, product_id) do update
          set version = excluded.version, changed_at = excluded.changed_at, shared_version = excluded.shared_version,
            shared_changed_at = excluded.shared_changed_at, shared_own_version = excluded.shared_own_version`.execute(
      db,
    );
  }
}

const PRODUCT_CHANGE_COLUMNS = sql`
  account_id, product_id, version, changed_at, shared_version, shared_changed_at, shared_own_version`;

/** Returns the own version of the change with this `version`. `first` is the first version of the statement. */
function getSharedOwnVersion(accountId: number, first: number): RawBuilder<number> {
  const latest = sql`select max(shared_own_version) from product_changes where account_id = ${accountId}`;
  return sql`coalesce((${latest}), ${Math.floor(first / SHARED_VERSION_STEP) * SHARED_VERSION_STEP}) + ${sql.lit(SHARED_VERSION_STEP)} * (version - ${first - 1})`;
}

export interface StockKey {
  readonly product_id: number;
  /** `null` if the product has no stock at any location. */
  readonly location_id: number | null;
}

/** Records that the stock at these locations was written. Readers who are locked to another location do not see it. */
export async function recordStockChanges(db: StoreDb, accountId: number, places: readonly StockKey[]): Promise<void> {
  if (places.length === 0) return;
  await raiseVersion(db, accountId, 'stock');
  const distinct = new Map(places.map((place) => [`${place.product_id} ${place.location_id}`, place]));
  for (const chunk of splitIntoChunks([...distinct.values()], MAX_RECORDS_PER_STATEMENT)) {
    const { first, changedAt } = await allocateVersions(db, accountId, chunk.length);
    const rows = chunk.map(({ product_id, location_id }, index) => ({
      product_id,
      location_id,
      version: first + index,
    }));
    const changed = expandJsonRows(JSON.stringify(rows), ['product_id', 'location_id', 'version']);
    await sql`
      insert into product_changes (${PRODUCT_CHANGE_COLUMNS})
        select ${accountId}, product_id, version, ${changedAt}, version, ${changedAt}, ${getSharedOwnVersion(accountId, first)}
        from (select product_id, max(version) as version from ${changed} as changed group by product_id) as latest
        where true
        on conflict (account_id, product_id)
          do update set version = excluded.version, changed_at = excluded.changed_at`.execute(db);
    await sql`
      insert into stock_changes (account_id, product_id, location_id, version, changed_at, own_version)
        select ${accountId}, product_id, location_id, version, ${changedAt},
          ${greater(getLatestAt('stock_changes', sql`${accountId}`), getLatestShared(accountId))}
            + row_number() over (partition by location_id order by version)
        from ${changed} as changed
        where location_id is not null
        on conflict (account_id, product_id, location_id) do update
          set version = excluded.version, changed_at = excluded.changed_at, own_version = excluded.own_version`.execute(
      db,
    );
  }
}

/** Returns the highest own version of a change that all locations see. */
function getLatestShared(accountId: number): RawBuilder<number> {
  const latest = (column: string) =>
    sql`(select max(${sql.id(column)}) from product_changes where account_id = ${accountId})`;
  return sql`coalesce(${latest('shared_own_version')}, ${latest('shared_version')}, 0)`;
}

/** Returns the highest own version at the location of a row of `changed`. It belongs to the latest change there. */
function getLatestAt(table: 'stock_changes' | 'order_changes', account: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((
    select coalesce(earlier.own_version, earlier.version) from ${sql.table(table)} as earlier
    where earlier.account_id = ${account} and earlier.location_id = changed.location_id
    order by earlier.version desc limit 1), 0)`;
}

/**
 * Allocates `count` versions of the product feed. Timestamps in a feed never decrease, even if the clock is set back.
 */
async function allocateVersions(db: StoreDb, accountId: number, count: number) {
  const { rows } = await sql<{ version: number; changedAt: number }>`
    insert into feeds (account_id, feed, version, changed_at) values (${accountId}, 'products', ${count}, now_ms())
      on conflict (account_id, feed) do update
        set version = feeds.version + excluded.version, changed_at = ${LATER_TIME}
      returning version, changed_at as "changedAt"`.execute(db);
  const { version, changedAt } = getOnlyRow(rows);
  return { first: version - count + 1, changedAt };
}

/**
 * Records a change of each order and of the order that it follows. A missing order is recorded as deleted. The version
 * of orders is raised together with their totals.
 */
export async function recordOrderChanges(db: StoreDb, ids: readonly number[]): Promise<void> {
  for (const chunk of splitIntoChunks(ids, MAX_RECORDS_PER_STATEMENT)) {
    await writeRecords(db, chunk, (matchesId) => [allocateOrderVersions(selectTouchedOrders(matchesId))]);
    await writeRecords(db, chunk, (matchesId) => [insertOrderChanges(selectTouchedOrders(matchesId))]);
  }
}

/**
 * Records that customers or their segments were written. For each in `renamed`, the name or e-mail address changed.
 * Orders show both, so their orders change too.
 */
export async function recordCustomerChanges(db: StoreDb, accountId: number, renamed: readonly number[]): Promise<void> {
  await raiseVersion(db, accountId, 'customers');
  if (renamed.length === 0) return;
  const touched = sql`select account_id, id as order_id, location_id, 0 as is_deleted from orders
    where account_id = ${accountId} and ${isAmong('customer_id', JSON.stringify(renamed))}`;
  await allocateOrderVersions(touched).execute(db);
  await insertOrderChanges(touched).execute(db);
}

/** Allocates a version of the order feed for each change. */
function allocateOrderVersions(touched: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into feeds (account_id, feed, version, changed_at)
      select account_id, 'orders', count(*), now_ms() from (${touched}) as touched group by account_id
      on conflict (account_id, feed) do update
        set version = feeds.version + excluded.version, changed_at = ${LATER_TIME}`;
}

/**
 * Writes the changes with the versions allocated last. An own version must also exceed the previous one of the order,
 * which may come from another location.
 */
function insertOrderChanges(touched: RawBuilder<unknown>): RawBuilder<unknown> {
  const latest = greater(
    sql`coalesce(max(coalesce(known.own_version, known.version)) over of_location, 0)`,
    getLatestAt('order_changes', sql`changed.account_id`),
  );
  return sql`
    insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted, own_version)
      select changed.account_id, changed.order_id,
        feeds.version - count(*) over of_account
          + row_number() over (of_account order by changed.is_deleted, changed.order_id),
        feeds.changed_at, changed.location_id, changed.is_deleted,
        case when changed.location_id is not null
          then ${latest} + row_number() over (of_location order by changed.is_deleted, changed.order_id) end
      from (${touched}) as changed
      join feeds on feeds.account_id = changed.account_id and feeds.feed = 'orders'
      left join order_changes as known
        on known.account_id = changed.account_id and known.order_id = changed.order_id
      where true
      window of_account as (partition by changed.account_id),
        of_location as (partition by changed.account_id, changed.location_id)
      on conflict (account_id, order_id) do update set version = excluded.version, changed_at = excluded.changed_at,
        location_id = excluded.location_id, is_deleted = excluded.is_deleted,
        own_version = coalesce(excluded.own_version, order_changes.own_version)`;
}

type MatchesId = (column: string) => Expression<SqlBool>;

/**
 * Selects `account_id`, `order_id`, `location_id` and `is_deleted`, each order once. Uses a union of lookups by key,
 * because with one `or` condition PostgreSQL would read all orders.
 */
function selectTouchedOrders(matchesId: MatchesId): RawBuilder<unknown> {
  const touched = sql`select account_id, id as order_id, location_id, 0 as is_deleted from orders`;
  return sql`
    ${touched} where ${matchesId('id')}
    union ${touched} where id in (select follows_order_id from orders where ${matchesId('id')})
    union all ${selectRemovedOrders(matchesId)}`;
}

/** Selects the orders that no longer exist and are not yet recorded as deleted. */
function selectRemovedOrders(matchesId: MatchesId): RawBuilder<unknown> {
  // The condition on accounts lets the query use the primary key.
  return sql`select account_id, order_id, location_id, 1 as is_deleted from order_changes
    where account_id in (select id from accounts) and is_deleted = 0 and ${matchesId('order_id')}
      and not exists (select 1 from orders where id = order_id)`;
}
