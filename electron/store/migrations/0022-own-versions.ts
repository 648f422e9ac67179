import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../dialects/dialect.ts';
import { greater } from '../dialects/expressions.ts';
import { createTrigger } from './create-trigger.ts';

/**
 * Versions for readers who are locked to a location: the number tells nothing of changes elsewhere. At a location they
 * grow by 1 with every change of its orders or its stock, and by `STEP` with every change of a product that all locations
 * see. So such a change has one number, whatever happened at each location. Changes of before keep their version, and so
 * do the first ones of an account: where there is no number, that is it.
 */
export const ownVersions: Migration = {
  async up(db) {
    await addNumber(db, 'order_changes', 'own_version');
    await addNumber(db, 'stock_changes', 'own_version');
    await addNumber(db, 'product_changes', 'shared_own_version');
    await createIndex(db, 'order_changes_by_location', 'order_changes', ['account_id', 'location_id', 'version']);
    await createIndex(db, 'product_changes_by_own', 'product_changes', ['account_id', 'shared_own_version']);
    const [stocked, sold] = [latestAt('stock_changes'), latestAt('order_changes')];
    await recordNamesInOrder(db);
    await numberChanges(db, 'order_changes', 'version', {
      set: (before) => sql`own_version = 1 + ${greater(before, sql`coalesce(${sold}, 0)`)}`,
      key: sql`order_id = new.order_id`,
      when: sql`new.location_id is not null`,
    });
    await numberChanges(db, 'product_changes', 'shared_version', {
      set: () =>
        sql`shared_own_version = ${STEP} + coalesce(${LATEST_NUMBERED}, new.shared_version / ${STEP} * ${STEP})`,
      key: sql`product_id = new.product_id`,
    });
    await numberChanges(db, 'stock_changes', 'version', {
      set: (before) => sql`own_version = 1 + ${greater(before, greater(sql`coalesce(${stocked}, 0)`, LATEST_SHARED))}`,
      key: sql`product_id = new.product_id and location_id = new.location_id`,
    });
  },
};

/** More changes of stock than a location has between two changes of products. 2 ** 31 of those stay exact in JSON. */
const STEP = sql.lit(2 ** 22);

const LATEST_NUMBERED = sql`(select max(shared_own_version) from product_changes where account_id = new.account_id)`;

const LATEST_SHARED = sql`coalesce(${LATEST_NUMBERED},
  (select max(shared_version) from product_changes where account_id = new.account_id), 0)`;

/** The number of the change before at the same location, which is the greatest there. */
function latestAt(table: string): RawBuilder<unknown> {
  return sql`(select coalesce(own_version, version) from ${sql.table(table)} as earlier
    where earlier.account_id = new.account_id and earlier.location_id = new.location_id
      and earlier.version < new.version order by earlier.version desc limit 1)`;
}

interface Numbering {
  /** `before`: the number that the record had, which no later change of it may have. */
  readonly set: (before: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly when?: RawBuilder<SqlBool>;
}

/** By the database, as changes are: no code that records one can forget it. */
async function numberChanges(db: Kysely<unknown>, table: string, version: string, { set, key, when }: Numbering) {
  const numbered = (before: RawBuilder<unknown>) =>
    sql`update ${sql.table(table)} set ${set(before)} where account_id = new.account_id and ${key}
      and exists (select 1 from feeds where feeds.account_id = new.account_id);`;
  const on = sql`on ${sql.table(table)}`;
  const events = [
    { name: `${table}_numbered_on_insert`, event: sql`insert ${on}`, statements: numbered(sql`0`) },
    {
      name: `${table}_numbered_on_update`,
      event: sql`update of ${sql.id(version)} ${on}`,
      statements: numbered(sql`coalesce(old.own_version, old.version)`),
    },
  ];
  for (const trigger of events) await createTrigger(db, { ...trigger, ...(when && { when }) });
}

/** As 0006-changes made it, but in the order of the versions, in which the changes are numbered. */
async function recordNamesInOrder(db: Kysely<unknown>): Promise<void> {
  const name = 'customers_recorded_on_update';
  if (dialectOf(db) === 'sqlite') await sql`drop trigger ${sql.id(name)}`.execute(db);
  else await sql`drop function ${sql.id(name)}() cascade`.execute(db);
  const ofCustomer = sql`orders.account_id = new.account_id and orders.customer_id = new.id`;
  await createTrigger(db, {
    name,
    event: sql`update of name, email on customers`,
    when: sql`old.name is distinct from new.name or old.email is distinct from new.email`,
    statements: sql`insert into feeds (account_id, feed, version, changed_at)
        select new.account_id, 'orders', count(*), now_ms() from orders where ${ofCustomer} having count(*) > 0
        on conflict (account_id, feed) do update
        set version = feeds.version + excluded.version,
          changed_at = ${greater(sql`feeds.changed_at`, sql`excluded.changed_at`)};
      insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
        select orders.account_id, orders.id, feeds.version + 1 - row_number() over (order by orders.id desc),
          feeds.changed_at, orders.location_id, 0
        from orders inner join feeds on feeds.account_id = orders.account_id and feeds.feed = 'orders'
        where ${ofCustomer}
        order by orders.id
        on conflict (account_id, order_id)
          do update set version = excluded.version, changed_at = excluded.changed_at;`,
  });
}

async function addNumber(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema.alterTable(table).addColumn(column, 'integer').execute();
}

async function createIndex(db: Kysely<unknown>, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
