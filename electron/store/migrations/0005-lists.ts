import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { byDialect, dialectOf } from '../dialects/dialect.ts';
import { createTrigger } from './create-trigger.ts';

/**
 * What long lists need: a search index and the stock of each product over all locations, versions by which a list
 * that was made earlier is known to hold still, and indexes that hold all that a list reads.
 */
export const lists: Migration = {
  async up(db) {
    await createVersions(db);
    await keepStockOfProducts(db);
    await indexTextOfProducts(db);
    await indexProducts(db);
    await indexOrders(db);
    await db.schema
      .alterTable('demo_shops')
      .addColumn('is_fixed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};

type Schema = Kysely<unknown>;

const VERSIONED = [
  {
    table: 'products',
    subject: 'catalog',
    columns: 'sku, title, product_group_id, folded_sku, folded_title',
  },
  { table: 'product_prices', subject: 'catalog', columns: null },
  { table: 'stock', subject: 'stock', columns: null },
  { table: 'stock', subject: 'stock_places', columns: 'account_id, product_id, location_id' },
  { table: 'customers', subject: 'customers', columns: null },
  { table: 'customer_segments', subject: 'customers', columns: null },
] as const;

async function createVersions(db: Schema): Promise<void> {
  await db.schema
    .createTable('versions')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('versions_by_subject', ['account_id', 'subject'])
    .execute();
  for (const { table, subject, columns } of VERSIONED) {
    const raise = (row: 'new' | 'old') => raiseVersion(sql.id(row, 'account_id'), subject);
    const update = columns === null ? 'update' : `update of ${columns}`;
    const name = `${table}_raise_${subject}`;
    const on = sql`on ${sql.id(table)}`;
    const made = { name: `${name}_on_insert`, event: sql`insert ${on}`, statements: raise('new') };
    const gone = { name: `${name}_on_delete`, event: sql`delete ${on}`, statements: raise('old') };
    const event = sql`${sql.raw(update)} ${on}`;
    const changed = { name: `${name}_on_update`, event, statements: sql`${raise('old')} ${raise('new')}` };
    for (const trigger of [made, gone, changed]) await createTrigger(db, trigger);
  }
}

/**
 * On PostgreSQL once in a transaction, which is all that others can see of it: a row that is written again and again in
 * one costs there as much each time as it was written before.
 */
function raiseVersion(account: RawBuilder<unknown>, subject: string): RawBuilder<unknown> {
  const raised = sql`insert into versions values (${account}, ${sql.lit(subject)}, 1)
    on conflict (account_id, subject) do update set version = versions.version + 1;`;
  const setting = sql.lit(`tilldesk.raised_${subject}`);
  return sql`${byDialect({
    sqlite: raised,
    postgres: sql`if current_setting(${setting}, true) is distinct from ${account}::text then
      ${raised}
      perform set_config(${setting}, ${account}::text, true);
    end if;`,
  })}`;
}

/** `products.stock` is kept by the database: code that writes stock cannot forget it. */
async function keepStockOfProducts(db: Schema): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('stock', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update products set stock = coalesce(
    (select sum(quantity) from stock where stock.account_id = products.account_id
      and stock.product_id = products.id), 0)`.execute(db);
  const add = (row: 'new' | 'old', sign: '+' | '-') => sql`
    update products set stock = stock ${sql.raw(sign)} ${sql.id(row, 'quantity')}
      where id = ${sql.id(row, 'product_id')} and account_id = ${sql.id(row, 'account_id')};`;
  const moved = sql`${add('old', '-')} ${add('new', '+')}`;
  for (const { name, event, statements } of [
    { name: 'stock_counts_on_insert', event: sql`insert on stock`, statements: add('new', '+') },
    { name: 'stock_counts_on_delete', event: sql`delete on stock`, statements: add('old', '-') },
    { name: 'stock_counts_on_update', event: sql`update on stock`, statements: moved },
  ]) {
    await createTrigger(db, { name, event, statements });
  }
}

/** Trigrams find any part of a word from three characters on. The text is folded already. */
async function indexTextOfProducts(db: Schema): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`create extension if not exists pg_trgm`.execute(db);
    // Each of one column: distributed engines have no others of this kind.
    await sql`create index product_search_by_sku on products using gin (folded_sku gin_trgm_ops)`.execute(db);
    await sql`create index product_search_by_title on products using gin (folded_title gin_trgm_ops)`.execute(db);
    return;
  }
  await sql`create virtual table product_search using fts5(
    folded_sku, folded_title, content='products', content_rowid='id', tokenize='trigram case_sensitive 1')`.execute(db);
  await sql`insert into product_search (product_search) values ('rebuild')`.execute(db);
  const insert = sql`insert into product_search (rowid, folded_sku, folded_title)
    values (new.id, new.folded_sku, new.folded_title);`;
  const remove = sql`insert into product_search (product_search, rowid, folded_sku, folded_title)
    values ('delete', old.id, old.folded_sku, old.folded_title);`;
  const changed = sql`update of id, folded_sku, folded_title on products`;
  for (const { name, event, statements } of [
    { name: 'products_indexed_on_insert', event: sql`insert on products`, statements: insert },
    { name: 'products_indexed_on_delete', event: sql`delete on products`, statements: remove },
    { name: 'products_indexed_on_update', event: changed, statements: sql`${remove} ${insert}` },
  ]) {
    await createTrigger(db, { name, event, statements });
  }
}

async function indexProducts(db: Schema): Promise<void> {
  await db.schema.dropIndex('product_prices_by_product').execute();
  await db.schema
    .createIndex('product_prices_by_product')
    .on('product_prices')
    .columns(['account_id', 'product_id', 'product_price_type_id', 'from_qty', 'id'])
    .columns(['ppu', 'ppu_wt', 'tax_rate_id', 'currency'])
    .execute();
  await db.schema
    .createIndex('stock_with_quantity')
    .on('stock')
    .columns(['account_id', 'product_id', 'location_id', 'quantity'])
    .execute();
}

async function indexOrders(db: Schema): Promise<void> {
  await db.schema
    .createIndex('orders_by_folded_number')
    .on('orders')
    .columns(['account_id', sql`lower(${sql.ref('order_number')})`, sql.ref('date_purchased')])
    .execute();
  await db.schema.createIndex('order_items_by_product').on('order_items').columns(['product_id', 'order_id']).execute();
  // What is sold without a product. The same columns as above, so that of the two this smaller one is chosen.
  await db.schema
    .createIndex('loose_order_items')
    .on('order_items')
    .columns(['product_id', 'order_id'])
    .where(sql.ref('product_id'), 'is', null)
    .where(sql.ref('type'), '=', sql.lit('product'))
    .execute();
}
