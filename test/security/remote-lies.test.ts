import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { financialReportExample } from '../../shared/contract/financial-report-example.ts';
import { orderExample } from '../../shared/contract/orders.ts';
import { createProduct } from '../support/sample-product.ts';
import { openPerFile } from '../support/test-scope.ts';
import { type Behave, json, ME, serviceBefore } from './support/hostile-deployment.ts';

const SECRET = 'van-iemand-anders';
const product = (id: number, title = SECRET) => createProduct({ id, sku: `S${id}`, title });
const products = (rows: object[], rest: object = {}) => ({
  ...{ q: '', start: 0, limit: 2, count: rows.length, total: rows.length, data: rows },
  ...rest,
});
const order = (id: number, date_purchased: string) => ({
  ...{ ...orderExample, id, date_purchased, customer_name: SECRET },
  ...{ items: undefined, payments: undefined },
});
const orders = (...rows: object[]) => ({
  ...{ start: 0, limit: 100, count: rows.length, total: rows.length, data: rows },
});
const change = (id: number, version: number) => ({
  ...{ id, change: 'upsert', version, changed_at: '2026-10-01T10:15:02+02:00', record: product(id) },
});
const changes = (rows: object[], rest: object = {}) => ({
  ...{ count: rows.length, total: rows.length, data: rows, next_cursor: 'c2', has_more: false },
  ...rest,
});
const price = (product_id: number) => ({
  ...{ id: 1, product_id, product_price_type_id: 1, is_sale_price: true, ppu: 1, ppu_wt: 1.21 },
  ...{ tax_rate_id: 1, currency: 'EUR', from_qty: null },
});

const NOTHING_SOLD = { orders: 0, returns: 0, turnover: 0, turnover_wt: 0, discount_value_wt: 0, cost: 0 };
const turnover = (...dates: string[]) => ({
  ...{ from: '2026-10-01', to: '2026-10-02', count: dates.length, total: dates.length },
  data: dates.map((date) => ({ date, ...NOTHING_SOLD })),
});

const PRODUCTS = '/api/products?limit=2';
const ORDERS = '/api/orders?from=2026-10-01&to=2026-10-01';
const TURNOVER = '/api/reports/turnover-by-day?from=2026-10-01&to=2026-10-02';
const FEED = '/api/products/delta?since=2026-10-01T00:00:00Z';

const LIES: ReadonlyArray<readonly [name: string, target: string, answer: unknown]> = [
  ['a total below the rows', PRODUCTS, products([product(1), product(2)], { total: 1 })],
  ['a total that rows are missing of', PRODUCTS, products([product(1)], { total: 900 })],
  ['a count that is none', PRODUCTS, products([product(1)], { count: 2 })],
  ['another page', PRODUCTS, products([product(1)], { start: 2 })],
  ['an id twice', PRODUCTS, products([product(1), product(1)])],
  ['a text for a number', PRODUCTS, products([{ ...product(1), stock: '1' }])],
  ['another record', '/api/products/7', { ...product(8), prices: [] }],
  ['a list that is not whole', '/api/segments', { count: 0, total: 1, data: [] }],
  ['a change without its record', FEED, changes([{ ...change(1, 1), record: null }])],
  ['a change with the record of another', FEED, changes([{ ...change(1, 1), record: product(2) }])],
  ['a version twice', FEED, changes([change(1, 5), change(2, 5)])],
  ['a feed that goes on without end', FEED, changes([change(1, 1)], { has_more: true })],
  ['a cursor that fits nowhere', FEED, changes([], { next_cursor: 'A'.repeat(600) })],
  ['a cursor with a line end', FEED, changes([], { next_cursor: 'a\r\nb' })],
  [
    'a report of another day',
    '/api/financial-report?from=2025-01-01',
    { ...financialReportExample, from: '2025-01-02', to: '2025-01-02' },
  ],
  ['days that are missing', TURNOVER, turnover('2026-10-01')],
];

const TRUTHS: ReadonlyArray<readonly [target: string, answer: unknown]> = [
  [PRODUCTS, products([product(1), product(2)], { total: 900 })],
  ['/api/products/7', { ...product(7), prices: [] }],
  ['/api/product-prices?product_ids=7', { start: 0, limit: 500, count: 1, total: 1, data: [price(7)] }],
  [ORDERS, orders(order(1, '2026-10-01T09:00:00+02:00'), order(2, '2026-10-01T10:00:00+02:00'))],
  ['/api/segments', { count: 0, total: 0, data: [] }],
  [FEED, changes([change(1, 1), change(2, 5)])],
  ['/api/financial-report?from=2025-01-01', { ...financialReportExample, from: '2025-01-01', to: '2025-01-01' }],
  [TURNOVER, turnover('2026-10-01', '2026-10-02')],
];

const pathOf = (target: string) => target.replace(/\?.*/, '');

/** The answer of the deployment at each path. */
const answers = new Map<string, Behave>();
const service = await openPerFile(() => serviceBefore(answers));
const token = await service.token();

// A deployment that has once returned a 404 is not called again.
beforeEach(() => {
  answers.clear();
  for (const [target, answer] of TRUTHS) answers.set(pathOf(target), json(answer));
});

/** Reads `target` while the deployment returns `answer` for it. */
function readAnswered(target: string, answer: unknown) {
  answers.set(pathOf(target), json(answer));
  return service.read(token, target);
}

describe('another deployment that answers correctly', () => {
  it.each(TRUTHS)('at %s is accepted', async (target, answer) => {
    expect((await readAnswered(target, answer)).status).toBe(200);
  });
});

describe('another deployment that answers wrongly', () => {
  it.each(LIES)('by %s causes a 502 that reveals nothing of the answer', async (_name, target, answer) => {
    const { status, text } = await readAnswered(target, answer);

    expect(status).toBe(502);
    expect(text).not.toContain(SECRET);
    expect(text).toMatch(/that is not valid|sent an unexpected answer at \/api/);
  });

  it.each<[string, string, unknown, readonly number[]]>([
    ['more rows than asked for', PRODUCTS, products([product(1), product(2), product(3)]), [1, 2]],
    ['rows out of order', PRODUCTS, products([product(2), product(1)]), [1, 2]],
    ['an order of another day', ORDERS, orders(order(1, '2026-10-02T00:00:01+02:00')), []],
    [
      'orders out of order',
      ORDERS,
      orders(order(1, '2026-10-01T10:00:00+02:00'), order(2, '2026-10-01T09:00:00+02:00')),
      [2, 1],
    ],
    [
      'prices of another product',
      '/api/product-prices?product_ids=7',
      { start: 0, limit: 500, count: 1, total: 1, data: [price(8)] },
      [],
    ],
  ])('by %s adds no rows to the answer beyond the requested ones, in order', async (...given) => {
    const [, target, answer, ids] = given;
    // The service remembers what an answer shows about a deployment, so each case has a separate one.
    const fresh = await serviceBefore(new Map([[pathOf(target), json(answer)]]));
    onTestFinished(fresh.stop);

    const { status, text } = await fresh.read(await fresh.token(), target);

    expect(status).toBe(200);
    expect(JSON.parse(text).data.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  it.each<[string, unknown]>([
    ['another e-mail address', { ...ME, user: { ...ME.user, email: 'other@alpha.example' } }],
    ['another account', { ...ME, account: 'beta' }],
  ])('by %s for the signed-in user signs nobody in', async (_name, me) => {
    answers.set('/api/me', json(me));

    expect((await service.signIn()).status).toBe(502);
  });

  it('by replacing the user later lets nobody read', async () => {
    answers.set('/api/me', json({ ...ME, user: { ...ME.user, id: 32, name: SECRET } }));

    const { status, text } = await service.read(token, '/api/me');

    expect(status).toBe(502);
    expect(text).not.toContain(SECRET);
  });
});
