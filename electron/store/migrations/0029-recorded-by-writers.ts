import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { getDialect } from '../dialects/dialect.ts';

/**
 * Drops the triggers that raised versions, recorded changes and summed the stock of products. The writers of the store
 * now do this once per transaction. Feeds and versions continue.
 */
export const recordedByWriters: Migration = {
  async up(db) {
    for (const name of RECORDING_TRIGGERS) await dropTrigger(db, name);
    if (getDialect(db) === 'postgres') await sql`drop function if exists next_change(bigint, text)`.execute(db);
    await sql`insert into versions (account_id, subject, version)
      select account_id, 'products', version from versions where subject = 'catalog'
      on conflict (account_id, subject) do update set version = versions.version + excluded.version`.execute(db);
    await sql`delete from versions where subject in ('catalog', 'stock_places')`.execute(db);
  },
};

const RAISING = [
  'products_raise_catalog',
  'product_prices_raise_catalog',
  'stock_raise_stock',
  'stock_raise_stock_places',
  'customers_raise_customers',
  'customer_segments_raise_customers',
];

const RECORDED_TABLES = ['products', 'product_prices', 'stock'];

const NUMBERED_TABLES = ['order_changes', 'product_changes', 'stock_changes'];

const RECORDING_TRIGGERS = [
  ...[...RAISING, 'stock_counts'].flatMap((name) => [`${name}_on_insert`, `${name}_on_delete`, `${name}_on_update`]),
  ...RECORDED_TABLES.flatMap((table) =>
    ['insert', 'delete', 'update', 'move'].map((event) => `${table}_recorded_on_${event}`),
  ),
  'customers_recorded_on_update',
  ...NUMBERED_TABLES.flatMap((table) => [`${table}_numbered_on_insert`, `${table}_numbered_on_update`]),
];

/** On PostgreSQL the trigger's function is dropped too. */
async function dropTrigger(db: Kysely<unknown>, name: string): Promise<void> {
  if (getDialect(db) === 'sqlite') await sql`drop trigger if exists ${sql.id(name)}`.execute(db);
  else await sql`drop function if exists ${sql.id(name)}() cascade`.execute(db);
}
