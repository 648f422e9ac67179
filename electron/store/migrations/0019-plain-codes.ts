import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../dialects/dialect.ts';
import { createTrigger } from './create-trigger.ts';

/**
 * SKUs and order numbers are found without their separators: `46.022` as `46022`. The database derives that from what is
 * stored, so that no write can forget it.
 */
export const plainCodes: Migration = {
  async up(db) {
    if (dialectOf(db) === 'postgres') await indexPlainSkus(db);
    else await indexTextOfProducts(db);
    await db.schema.dropIndex('orders_by_folded_number').execute();
    await db.schema
      .createIndex('orders_by_plain_number')
      .on('orders')
      .columns(['account_id', plain(db, sql`lower(${sql.ref('order_number')})`), sql.ref('date_purchased')])
      .execute();
  },
};

type Schema = Kysely<unknown>;

/** Queries must have the same text, or no index is used: `separatorsRemoved` in `dialects/expressions.ts`. */
function plain(db: Schema, code: RawBuilder<unknown>): RawBuilder<unknown> {
  if (dialectOf(db) === 'postgres') return sql`translate(${code}, ' .-/_', '')`;
  return sql`replace(replace(replace(replace(replace(${code}, ' ', ''), '.', ''), '-', ''), '/', ''), '_', '')`;
}

async function indexPlainSkus(db: Schema): Promise<void> {
  const sku = plain(db, sql.ref('folded_sku'));
  await sql`create index product_search_by_plain_sku on products using gin ((${sku}) gin_trgm_ops)`.execute(db);
}

const COLUMNS = sql`folded_sku, folded_title, plain_sku`;

/** The index of migration 0005 with a column more, over a view that has it. */
async function indexTextOfProducts(db: Schema): Promise<void> {
  const events = ['insert', 'delete', 'update'] as const;
  for (const event of events) await sql`drop trigger ${sql.id(`products_indexed_on_${event}`)}`.execute(db);
  await sql`drop table product_search`.execute(db);
  await sql`create view product_search_rows as
    select id, folded_sku, folded_title, ${plain(db, sql.ref('folded_sku'))} as plain_sku from products`.execute(db);
  await sql`create virtual table product_search using fts5(${COLUMNS},
    content='product_search_rows', content_rowid='id', tokenize='trigram case_sensitive 1')`.execute(db);
  await sql`insert into product_search (product_search) values ('rebuild')`.execute(db);
  const rowOf = (row: 'new' | 'old') => {
    const [id, sku, title] = ['id', 'folded_sku', 'folded_title'].map((column) => sql.id(row, column));
    return sql`${id}, ${sku}, ${title}, ${plain(db, sql`${sku}`)}`;
  };
  const insert = sql`insert into product_search (rowid, ${COLUMNS}) values (${rowOf('new')});`;
  const remove = sql`insert into product_search (product_search, rowid, ${COLUMNS}) values ('delete', ${rowOf('old')});`;
  const on = { insert: sql`insert on products`, delete: sql`delete on products` };
  const changed = sql`update of id, folded_sku, folded_title on products`;
  for (const [name, event, statements] of [
    ['insert', on.insert, insert],
    ['delete', on.delete, remove],
    ['update', changed, sql`${remove} ${insert}`],
  ] as const) {
    await createTrigger(db, { name: `products_indexed_on_${name}`, event, statements });
  }
}
