import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

// What one would write in an afternoon: no users, no checks, no errors, only the answers.
const [file = '', port] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
const statements = {
  productCount: database.prepare('select count(*) as total from products'),
  products: database.prepare('select * from products order by id limit ? offset ?'),
  foundCount: database.prepare('select count(*) as total from products where title like ?1 or sku like ?1'),
  found: database.prepare('select * from products where title like ? or sku like ? order by id limit ? offset ?'),
  discounts: database.prepare(
    'select * from orders where date_purchased >= ? and date_purchased < ? and discount_wt > 0 order by date_purchased, id',
  ),
  turnover: database.prepare(
    `select sum(turnover_wt) as turnover_wt, sum(turnover_ex) as turnover_ex from orders
      where date_purchased >= ? and date_purchased < ? and status in ('processing', 'complete', 'refunded')`,
  ),
};

const answers: Record<string, (query: URLSearchParams) => unknown> = {
  '/products'(query) {
    const page = [Number(query.get('limit')), Number(query.get('start') ?? 0)];
    const q = query.get('q');
    if (q === null) {
      const total = query.get('count') === 'no' ? {} : statements.productCount.get();
      return { ...total, data: statements.products.all(...page) };
    }
    const pattern = `%${q}%`;
    return { ...statements.foundCount.get(pattern), data: statements.found.all(pattern, pattern, ...page) };
  },
  '/discounts': (query) => ({ data: statements.discounts.all(Number(query.get('start')), Number(query.get('end'))) }),
  '/turnover': (query) => statements.turnover.get(Number(query.get('start')), Number(query.get('end'))),
};

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  const answer = answers[pathname]?.(searchParams);
  response.statusCode = answer === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer ?? {}));
}).listen(Number(port), '127.0.0.1');
