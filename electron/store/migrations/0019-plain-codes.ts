import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { getDialect } from '../dialects/dialect.ts';

/**
 * Indexes SKUs and order numbers without separators: `46.022` as `46022`. The database derives them from the stored
 * values, so that no writer can forget it.
 */
export const plainCodes: Migration = {
  async up(db) {
    if (getDialect(db) === 'postgres') await indexPlainSkus(db);
    else await indexTextOfProducts(db);
    await db.schema.dropIndex('orders_by_folded_number').ifExists().execute();
    await db.schema
      .createIndex('orders_by_plain_number')
      .on('orders')
      .columns(['account_id', plain(db, sql`lower(${sql.ref('order_number')})`), sql.ref('date_purchased')])
      .execute();
  },
};

type Schema = Kysely<unknown>;

/** Queries must have the same text to use the index: `stripSeparators` in `dialects/expressions.ts`. */
function plain(db: Schema, code: RawBuilder<unknown>): RawBuilder<unknown> {
  if (getDialect(db) === 'postgres') return sql`translate(${code}, ' .-/_', '')`;
  return sql`replace(replace(replace(replace(replace(${code}, ' ', ''), '.', ''), '-', ''), '/', ''), '_', '')`;
}

async function indexPlainSkus(db: Schema): Promise<void> {
  const sku = plain(db, sql.ref('folded_sku'));
  await sql`create index product_search_by_plain_sku on products using gin ((${sku}) gin_trgm_ops)`.execute(db);
}

const COLUMNS = sql`folded_sku, folded_title, plain_sku`;

/**
 * Trigrams find any part of a word with at least three characters. Earlier versions have this index with one column
 * less.
 */
async function indexTextOfProducts(db: Schema): Promise<void> {
  const events = ['insert', 'delete', 'update'] as const;
  for (const event of events) await sql`drop trigger if exists ${sql.id(`products_indexed_on_${event}`)}`.execute(db);
  await sql`drop table if exists product_search`.execute(db);
  await sql`create view product_search_rows as
    select id, folded_sku, folded_title, ${plain(db, sql.ref('folded_sku'))} as plain_sku from products`.execute(db);
  await sql`create virtual table product_search using fts5(${COLUMNS},
    content='product_search_rows', content_rowid='id', tokenize='trigram case_sensitive 1')`.execute(db);
  await sql`insert into product_search (product_search) values ('rebuild')`.execute(db);
  const buildRow = (row: 'new' | 'old') => {
    const [id, sku, title] = ['id', 'folded_sku', 'folded_title'].map((column) => sql.id(row, column));
    return sql`${id}, ${sku}, ${title}, ${plain(db, sql`${sku}`)}`;
  };
  const insert = sql`insert into product_search (rowid, ${COLUMNS}) values (${buildRow('new')});`;
  const remove = sql`insert into product_search (product_search, rowid, ${COLUMNS}) values ('delete', ${buildRow('old')});`;
  for (const [name, event, statements] of [
    ['insert', sql`insert`, insert],
    ['delete', sql`delete`, remove],
    ['update', sql`update of id, folded_sku, folded_title`, sql`${remove} ${insert}`],
  ] as const) {
    const trigger = sql.id(`products_indexed_on_${name}`);
    await sql`create trigger ${trigger} after ${event} on products begin ${statements} end`.execute(db);
  }
}
