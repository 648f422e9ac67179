import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Context } from '../context/bench-context.ts';

/**
 * The rows of the store as json-server and Directus have them: products as the API lists them, and orders with the names of
 * their customers and the sums of their items, so that neither has to join 3,000,000 items. Amounts are integers of
 * 1/10 000 euro and stock is in thousandths, as in the store: sums are exact wherever they are made.
 */
const ROWS_SQL = `
  create table products (
    id integer primary key, sku text not null, title text not null, product_group_id integer not null,
    stock integer not null, shop_product_id integer not null
  );
  insert into products
    select id, sku, title, product_group_id, stock, shop_product_id from store.products
    where account_id = ACCOUNT order by id;
  create table orders (
    id integer primary key, order_number text not null, date_purchased integer not null, status text not null,
    shop_id integer not null, currency text not null, value_wt integer not null, value_ex integer not null,
    discount_wt integer not null, discount_ex integer not null, turnover_wt integer not null, turnover_ex integer not null,
    non_revenue_wt integer not null, sold_wt integer not null,
    customer_name text not null, customer_email text not null
  );
  insert into orders
    select orders.id, order_number, date_purchased, status, shop_id, currency, orders.value_wt, orders.value_ex,
      orders.discount_wt, orders.discount_ex,
      coalesce(sum(items.value_wt) filter (where items.type in ('product', 'rounding')), 0),
      coalesce(sum(items.value_ex) filter (where items.type in ('product', 'rounding')), 0),
      coalesce(sum(items.value_wt) filter (where items.type not in ('product', 'rounding')), 0),
      coalesce(sum(items.value_wt + items.discount_wt)
        filter (where items.quantity > 0 and items.type in ('product', 'gift_card', 'other')), 0),
      coalesce(customers.name, ''), coalesce(customers.email, '')
    from store.orders as orders
      left join store.customers as customers on customers.id = orders.customer_id
      left join store.order_items as items on items.order_id = orders.id
    where orders.account_id = ACCOUNT group by orders.id order by orders.id;
  create index orders_by_date on orders (date_purchased);
`;

/** For Directus; json-server gets it as JSON. */
export function writeRowsDatabase({ storeFile, shop }: Context, file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.prepare('attach ? as store').run(storeFile);
    database.exec(ROWS_SQL.replaceAll('ACCOUNT', String(shop.accountId)));
  } finally {
    database.close();
  }
}

const CHUNK_LENGTH = 1_000_000;

/** The same rows for json-server, which holds one JSON file in memory. */
export function writeRowsJson(databaseFile: string, file: string): void {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const target = openSync(file, 'w');
  let chunk = '';
  const write = (text: string, isLast = false) => {
    chunk += text;
    if (!isLast && chunk.length < CHUNK_LENGTH) return;
    writeSync(target, chunk);
    chunk = '';
  };
  try {
    for (const [table, begin] of [
      ['products', '{"products":['],
      ['orders', '],"orders":['],
    ] as const) {
      let separator: string = begin;
      for (const row of database.prepare(`select * from ${table} order by id`).iterate()) {
        write(`${separator}${JSON.stringify(row)}`);
        separator = ',\n';
      }
    }
    write(']}\n', true);
  } finally {
    closeSync(target);
    database.close();
  }
}
