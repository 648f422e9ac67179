import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What long lists need: a search index and the stock of each product over all locations, versions by which a list
 * that was made earlier is known to hold still, and indexes that hold all that a list reads.
 */
export const lists: Migration = {
  async up(db) {
    await createVersions(db);
    await keepStockOfProducts(db);
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
    const raise = (row: 'new' | 'old') => sql`
      insert into versions values (${sql.id(row, 'account_id')}, ${sql.lit(subject)}, 1)
        on conflict do update set version = version + 1;`;
    const update = columns === null ? 'update' : `update of ${columns}`;
    const name = `${table}_raise_${subject}`;
    const on = sql`on ${sql.id(table)}`;
    await createTrigger(db, `${name}_on_insert`, sql`insert ${on}`, raise('new'));
    await createTrigger(db, `${name}_on_delete`, sql`delete ${on}`, raise('old'));
    await createTrigger(
      db,
      `${name}_on_update`,
      sql`${sql.raw(update)} ${on}`,
      sql`${raise('old')} ${raise('new')}`,
    );
  }
}

/** `products.stock` is kept by the database: whoever writes stock cannot forget it. */
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
  await createTrigger(db, 'stock_counts_on_insert', sql`insert on stock`, add('new', '+'));
  await createTrigger(db, 'stock_counts_on_delete', sql`delete on stock`, add('old', '-'));
  await createTrigger(
    db,
    'stock_counts_on_update',
    sql`update on stock`,
    sql`${add('old', '-')} ${add('new', '+')}`,
  );
}

/** Trigrams find any part of a word from three characters on. The text is folded already. */
async function indexProducts(db: Schema): Promise<void> {
  await sql`create virtual table product_search using fts5(
    folded_sku, folded_title, content='products', content_rowid='id', tokenize='trigram case_sensitive 1')`.execute(
    db,
  );
  await sql`insert into product_search (product_search) values ('rebuild')`.execute(db);
  const insert = sql`insert into product_search (rowid, folded_sku, folded_title)
    values (new.id, new.folded_sku, new.folded_title);`;
  const remove = sql`insert into product_search (product_search, rowid, folded_sku, folded_title)
    values ('delete', old.id, old.folded_sku, old.folded_title);`;
  await createTrigger(db, 'products_indexed_on_insert', sql`insert on products`, insert);
  await createTrigger(db, 'products_indexed_on_delete', sql`delete on products`, remove);
  await createTrigger(
    db,
    'products_indexed_on_update',
    sql`update of id, folded_sku, folded_title on products`,
    sql`${remove} ${insert}`,
  );
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
    .columns(['account_id', sql`lower(order_number)`, sql.ref('date_purchased')])
    .execute();
  await db.schema
    .createIndex('order_items_by_product')
    .on('order_items')
    .columns(['product_id', 'order_id'])
    .execute();
  // What is sold without a product. The same columns as above, so that of the two this smaller one is chosen.
  await db.schema
    .createIndex('loose_order_items')
    .on('order_items')
    .columns(['product_id', 'order_id'])
    .where(sql.ref('product_id'), 'is', null)
    .where(sql.ref('type'), '=', sql.lit('product'))
    .execute();
}

async function createTrigger(
  db: Schema,
  name: string,
  event: RawBuilder<unknown>,
  statements: RawBuilder<unknown>,
): Promise<void> {
  await sql`create trigger ${sql.id(name)} after ${event} begin ${statements} end`.execute(db);
}
