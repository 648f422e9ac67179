import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

// What one would write in an afternoon for the file of the store: no users, no checks, no errors, only the answers.
const [file = '', account, port] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
const accountId = Number(account);

const IN_RANGE = 'orders.account_id = ? and date_purchased >= ? and date_purchased < ?';
const IS_COUNTED = "status in ('processing', 'complete', 'refunded')";
const PRODUCTS = 'select id, sku, title, product_group_id, shop_product_id, stock from products where account_id = ?';
const NAMED = '(folded_title like ? or folded_sku like ?) and (folded_title like ? or folded_sku like ?)';

const statements = {
  productCount: database.prepare('select count(*) as total from products where account_id = ?'),
  products: database.prepare(`${PRODUCTS} order by id limit ? offset ?`),
  foundCount: database.prepare(`select count(*) as total from products where account_id = ? and ${NAMED}`),
  found: database.prepare(`${PRODUCTS} and ${NAMED} order by id limit ? offset ?`),
  orderSums: database.prepare(
    `select count(*) as total, coalesce(sum(value_wt), 0) as value_wt, coalesce(sum(value_ex), 0) as value_ex,
        coalesce(sum(discount_wt), 0) as discount_wt, coalesce(sum(discount_ex), 0) as discount_ex,
        count(*) filter (where status = 'cancelled') as cancelled_orders,
        coalesce(sum(value_wt) filter (where status = 'cancelled'), 0) as cancelled_wt,
        count(*) filter (where not ${IS_COUNTED}) as uncounted_orders,
        coalesce(sum(value_wt) filter (where not ${IS_COUNTED}), 0) as uncounted_wt,
        coalesce(sum(non_revenue_wt) filter (where ${IS_COUNTED}), 0) as non_revenue_wt
      from orders where ${IN_RANGE}`,
  ),
  orders: database.prepare(
    `select orders.*, customers.name as customer_name, customers.email as customer_email
      from orders left join customers on customers.id = orders.customer_id
      where ${IN_RANGE} order by date_purchased, orders.id limit ? offset ?`,
  ),
  discounts: database.prepare(
    `select orders.id, order_number, date_purchased, status, shop_id, currency, value_wt, value_ex, discount_wt, discount_ex,
        customers.name as customer_name, customers.email as customer_email,
        (select coalesce(sum(items.value_wt + items.discount_wt), 0) from order_items as items
          where items.order_id = orders.id and quantity > 0 and type in ('product', 'gift_card', 'other')) as sold_wt
      from orders left join customers on customers.id = orders.customer_id
      where ${IN_RANGE} and discount_wt > 0 order by date_purchased, orders.id`,
  ),
  turnover: database.prepare(
    `select product_group_id, sum(items.value_wt) as turnover_wt, sum(items.value_ex) as turnover_ex
      from orders join order_items as items on items.order_id = orders.id
      where ${IN_RANGE} and ${IS_COUNTED} and type in ('product', 'rounding') group by product_group_id`,
  ),
};

type Query = Readonly<Record<string, string>>;

const rangeIn = ({ start, end }: Query) => [accountId, Number(start), Number(end)] as const;
const pageIn = ({ limit, offset }: Query) => [Number(limit), Number(offset)] as const;

const answers: Record<string, (query: Query) => unknown> = {
  '/products': (query) => ({
    ...statements.productCount.get(accountId),
    data: statements.products.all(accountId, ...pageIn(query)),
  }),
  '/search'(query) {
    const patterns = (query.q ?? '').split(' ').flatMap((word) => [`%${word}%`, `%${word}%`]);
    return {
      ...statements.foundCount.get(accountId, ...patterns),
      data: statements.found.all(accountId, ...patterns, ...pageIn(query)),
    };
  },
  '/orders'(query) {
    const { total, ...sums } = statements.orderSums.get(...rangeIn(query)) ?? {};
    return { total, sums, data: statements.orders.all(...rangeIn(query), ...pageIn(query)) };
  },
  '/discounts'(query) {
    const data = statements.discounts.all(...rangeIn(query));
    return { total: data.length, data };
  },
  '/turnover': (query) => ({ data: statements.turnover.all(...rangeIn(query)) }),
};

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  const answer = answers[pathname]?.(Object.fromEntries(searchParams));
  response.statusCode = answer === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer ?? {}));
}).listen(Number(port), '127.0.0.1');
