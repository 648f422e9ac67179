import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { instantsOf } from '../../../shared/calendar.ts';
import { AMOUNT_SCALE, QUANTITY_SCALE } from '../../../shared/money.ts';

// What one would write in an afternoon for the same rows of one account: no users, no checks, no errors.
const [storeFile = '', accountId = ''] = process.argv.slice(2);
const database = new DatabaseSync(storeFile, { readOnly: true });
const products = database.prepare(
  'select id, sku, title, product_group_id, stock, shop_product_id from products where account_id = ? order by id limit ? offset ?',
);
const discounted = database.prepare(
  `select orders.id, order_number, date_purchased, status, shop_id, currency, value_wt, value_ex, discount_wt, discount_ex,
      customers.name, customers.email
    from orders left join customers on customers.id = orders.customer_id
    where orders.account_id = ? and date_purchased >= ? and date_purchased < ? and discount_wt != 0 and discount_wt > 0
    order by date_purchased, orders.id`,
);

const answers: Record<string, (query: URLSearchParams) => unknown> = {
  '/api/products': (query) =>
    products
      .all(Number(accountId), Number(query.get('limit')), Number(query.get('start')))
      .map((row) => ({ ...row, stock: Number(row.stock) / QUANTITY_SCALE })),
  '/api/discount-orders'(query) {
    const { start, end } = instantsOf(query.get('from') ?? '', query.get('to') ?? '');
    return discounted.all(Number(accountId), start, end).map((row) => ({
      id: row.id,
      order_number: row.order_number,
      date_purchased: new Date(Number(row.date_purchased)).toISOString(),
      status: row.status,
      shop_id: row.shop_id,
      currency: row.currency,
      value_wt: Number(row.value_wt) / AMOUNT_SCALE,
      value_ex_wt: Number(row.value_ex) / AMOUNT_SCALE,
      discount_value_wt: Number(row.discount_wt) / AMOUNT_SCALE,
      discount_value_ex_wt: Number(row.discount_ex) / AMOUNT_SCALE,
      customer_name: row.name ?? '',
      customer_email: row.email ?? '',
      backoffice_url: `https://demo.backoffice.example/#order/details/${row.id}`,
    }));
  },
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  const data = answers[pathname]?.(searchParams);
  response.statusCode = data === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  process.stdout.write(`Bare http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
