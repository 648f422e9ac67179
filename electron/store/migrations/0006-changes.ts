import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byDialect, dialectOf } from '../dialects/dialect.ts';
import { greater, randomText } from '../dialects/expressions.ts';
import { SESSION_TIME } from '../dialects/store-time.ts';
import { createTrigger } from './create-trigger.ts';

/** The latest change of each product and order, under versions that grow with the commits. */
export const changes: Migration = {
  async up(db) {
    await createNowMs(db);
    await createFeeds(db);
    await createNextChange(db);
    await createChanges(db);
    await recordProducts(db);
    await recordNamesOnOrders(db);
    await keepOrdersInPlace(db);
    for (const statement of FIRST_CHANGES) await statement.execute(db);
  },
};

type Schema = Kysely<unknown>;

/**
 * Gives PostgreSQL the function `now_ms()`, by the clock of the database, which all instances share. On SQLite each
 * connection gets it, by that of the program (`setTime`).
 */
async function createNowMs(db: Schema): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`create function now_ms() returns bigint language sql volatile as $$
    select coalesce(
      nullif(current_setting(${sql.lit(SESSION_TIME)}, true), '')::bigint,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  $$`.execute(db);
}

async function createFeeds(db: Schema): Promise<void> {
  await db.schema
    .createTable('feeds')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('feed', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    // Two feeds that were begun apart have the same versions for other changes.
    .addColumn('era', 'text', (c) => c.notNull().defaultTo(sql`(${randomText()})`))
    .addPrimaryKeyConstraint('feeds_by_account', ['account_id', 'feed'])
    .execute();
}

async function createChanges(db: Schema): Promise<void> {
  await db.schema
    .createTable('product_changes')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('shared_version', 'integer', (c) => c.notNull())
    .addColumn('shared_changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('product_changes_by_product', ['account_id', 'product_id'])
    .execute();
  await db.schema
    .createTable('stock_changes')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'integer', (c) => c.notNull())
    .addColumn('location_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_changes_by_product', ['account_id', 'product_id', 'location_id'])
    .execute();
  await db.schema
    .createTable('order_changes')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('order_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('location_id', 'integer')
    .addColumn('is_deleted', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_changes_by_order', ['account_id', 'order_id'])
    .execute();
  await indexBy(db, 'version', 'product_changes', ['account_id', 'version']);
  await indexBy(db, 'shared_version', 'product_changes', ['account_id', 'shared_version']);
  await indexBy(db, 'version', 'stock_changes', ['account_id', 'location_id', 'version']);
  await indexBy(db, 'version', 'order_changes', ['account_id', 'version', 'location_id']);
}

async function indexBy(db: Schema, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(`${table}_by_${name}`).on(table).columns(columns).execute();
}

/** After a clock that was set back the moment is that of the version before. */
const RAISED = sql`on conflict (account_id, feed) do update
  set version = feeds.version + excluded.version,
    changed_at = ${greater(sql`feeds.changed_at`, sql`excluded.changed_at`)}`;

const PRODUCT_CHANGE = sql`account_id, product_id, version, changed_at, shared_version, shared_changed_at`;

const RECORDED = [
  {
    table: 'products',
    shown: ['id', 'account_id', 'sku', 'title', 'product_group_id', 'shop_product_id'],
    key: ['account_id', 'id'],
    record: (row: Row) => recordShared(row, 'id'),
  },
  {
    table: 'product_prices',
    shown: [
      ...['id', 'account_id', 'product_id', 'product_price_type_id'],
      ...['ppu', 'ppu_wt', 'tax_rate_id', 'currency', 'from_qty'],
    ],
    key: ['account_id', 'product_id'],
    record: (row: Row) => recordShared(row, 'product_id'),
  },
  {
    table: 'stock',
    shown: ['account_id', 'product_id', 'location_id', 'quantity'],
    key: ['account_id', 'product_id', 'location_id'],
    record: recordStock,
  },
] as const;

/**
 * Code that writes products, prices or stock cannot forget it: the database records the change. To write what is there
 * already is none.
 */
async function recordProducts(db: Schema): Promise<void> {
  for (const { table, shown, key, record } of RECORDED) {
    const name = `${table}_recorded_on`;
    const on = sql`on ${sql.id(table)}`;
    const updated = (columns: readonly string[]) => ({
      event: sql`${updateOf(columns)} ${on}`,
      when: differs(columns),
    });
    const [isNow, was] = [record('new'), record('old')];
    await createTrigger(db, { name: `${name}_insert`, event: sql`insert ${on}`, statements: isNow });
    await createTrigger(db, { name: `${name}_delete`, event: sql`delete ${on}`, statements: was });
    await createTrigger(db, { name: `${name}_update`, ...updated(shown), statements: isNow });
    // What was changed into another row is gone from where it was.
    await createTrigger(db, { name: `${name}_move`, ...updated(key), statements: was });
  }
}

/** An order shows who bought it. */
async function recordNamesOnOrders(db: Schema): Promise<void> {
  const names = ['name', 'email'];
  const ofCustomer = sql`orders.account_id = new.account_id and orders.customer_id = new.id`;
  await createTrigger(db, {
    name: 'customers_recorded_on_update',
    event: sql`${updateOf(names)} on customers`,
    when: differs(names),
    statements: sql`insert into feeds (account_id, feed, version, changed_at)
        select new.account_id, 'orders', count(*), now_ms() from orders where ${ofCustomer} having count(*) > 0
        ${RAISED};
      insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
        select orders.account_id, orders.id, feeds.version + 1 - row_number() over (order by orders.id desc),
          feeds.changed_at, orders.location_id, 0
        from orders inner join feeds on feeds.account_id = orders.account_id and feeds.feed = 'orders'
        where ${ofCustomer}
        on conflict (account_id, order_id)
          do update set version = excluded.version, changed_at = excluded.changed_at;`,
  });
}

/** Else a client that saw an order where it was would never learn that it is gone from there. */
async function keepOrdersInPlace(db: Schema): Promise<void> {
  const places = ['account_id', 'location_id'];
  await createTrigger(db, {
    name: 'orders_stay_in_place',
    event: sql`${updateOf(places)} on orders`,
    when: differs(places),
    statements: sql`${byDialect({
      sqlite: sql`select raise(abort, 'an order stays at its location')`,
      postgres: sql`raise exception 'an order stays at its location'`,
    })};`,
  });
}

type Row = 'new' | 'old';

const updateOf = (columns: readonly string[]) => sql`update of ${sql.join(columns.map((name) => sql.id(name)))}`;

const differs = (columns: readonly string[]) =>
  sql<SqlBool>`${sql.join(
    columns.map((name) => sql`${sql.id('old', name)} is distinct from ${sql.id('new', name)}`),
    sql` or `,
  )}`;

/** On PostgreSQL `next_change` raises the feed, and tells what it is raised to. */
function raiseProducts(row: Row) {
  return byDialect({
    sqlite: sql`insert into feeds (account_id, feed, version, changed_at)
    values (${sql.id(row, 'account_id')}, 'products', 1, now_ms()) ${RAISED};`,
    postgres: sql``,
  });
}

function fromProducts(row: Row) {
  const account = sql.id(row, 'account_id');
  return byDialect({
    sqlite: sql`from feeds where account_id = ${account} and feed = 'products'`,
    postgres: sql`from next_change(${account}, 'products')`,
  });
}

function recordShared(row: Row, key: 'id' | 'product_id') {
  return sql`${raiseProducts(row)}
    insert into product_changes (${PRODUCT_CHANGE})
      select ${sql.id(row, 'account_id')}, ${sql.id(row, key)}, version, changed_at, version, changed_at
      ${fromProducts(row)}
      on conflict (account_id, product_id)
        do update set version = excluded.version, changed_at = excluded.changed_at,
        shared_version = excluded.shared_version, shared_changed_at = excluded.shared_changed_at;`;
}

function recordStock(row: Row) {
  const [account, id] = [sql.id(row, 'account_id'), sql.id(row, 'product_id')];
  return sql`${raiseProducts(row)}
    insert into product_changes (${PRODUCT_CHANGE})
      select ${account}, ${id}, version, changed_at, version, changed_at ${fromProducts(row)}
      on conflict (account_id, product_id)
        do update set version = excluded.version, changed_at = excluded.changed_at;
    insert into stock_changes (account_id, product_id, location_id, version, changed_at)
      select account_id, product_id, ${sql.id(row, 'location_id')}, version, changed_at
      from product_changes where account_id = ${account} and product_id = ${id}
      on conflict (account_id, product_id, location_id)
        do update set version = excluded.version, changed_at = excluded.changed_at;`;
}

/** A product changed when its shop began, an order when it was last updated: as if it had been recorded all along. */
const FIRST_CHANGES = [
  sql`with began as (
    select account_id, min(moment) as moment from (
      select account_id, min(date_purchased) as moment from orders group by account_id
      union all select id, now_ms() from accounts) as moments
    group by account_id)
  insert into product_changes (${PRODUCT_CHANGE})
    select began.account_id, products.id, row_number() over by_id, moment, row_number() over by_id, moment
    from products join began on began.account_id = products.account_id
    window by_id as (partition by began.account_id order by products.id)`,
  sql`insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
    select account_id, id, row_number() over (partition by account_id order by date_updated, id),
      date_updated, location_id, 0
    from orders`,
  sql`insert into feeds (account_id, feed, version, changed_at)
    select account_id, 'products', max(version), max(changed_at) from product_changes group by account_id
    union all
    select account_id, 'orders', max(version), max(changed_at) from order_changes group by account_id`,
];

/**
 * Gives PostgreSQL the function `next_change(account, feed)`: the version and the moment of a change that is being
 * recorded. A row that is written again and again in one transaction costs there as much each time as it was written
 * before. So the more changes a transaction records, the more versions it reserves at once in `feeds`, beyond the first
 * 16; what it does not use is left out. What is reserved is kept with the transaction, and holds as long as nobody else
 * wrote the row of `feeds`: this also is what keeps transactions apart, so that versions grow with the commits.
 */
async function createNextChange<Schema>(db: Kysely<Schema>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`create function next_change(of_account bigint, of_feed text)
    returns table (version bigint, changed_at bigint) language plpgsql as $$
    declare
      setting text := 'tilldesk.reserved_' || of_feed;
      reserved text[] := string_to_array(coalesce(current_setting(setting, true), ''), ' ');
      current_era text;
      last_reserved bigint;
      moment bigint;
      last_given bigint;
      given bigint := 0;
      further bigint;
    begin
      select feeds.era, feeds.version, feeds.changed_at into current_era, last_reserved, moment
        from feeds where feeds.account_id = of_account and feeds.feed = of_feed;
      if reserved[1] = current_era and reserved[2]::bigint = last_reserved then
        last_given := reserved[3]::bigint;
        given := reserved[4]::bigint;
      end if;
      if last_given is null or last_given = last_reserved then
        further := greatest(given - 15, 1);
        insert into feeds (account_id, feed, version, changed_at) values (of_account, of_feed, further, now_ms())
          on conflict (account_id, feed) do update
          set version = feeds.version + excluded.version,
            changed_at = greatest(feeds.changed_at, excluded.changed_at)
          returning feeds.era, feeds.version, feeds.changed_at into current_era, last_reserved, moment;
        last_given := last_reserved - further;
      end if;
      last_given := last_given + 1;
      perform set_config(setting, concat_ws(' ', current_era, last_reserved, last_given, given + 1), true);
      return query select last_given, moment;
    end $$`.execute(db);
}
