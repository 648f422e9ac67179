import { describe, expect, it } from 'vitest';
import { listOrders } from '../../shared/contract/orders.ts';
import { ORDERS, PRICES, PRODUCTS } from '../support/spec-deployment/data.ts';
import { openFaces } from './faces.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

/** A person does not click more often. */
const BETWEEN_CLICKS_MS = 1_000;

describe('a deployment whose orders fail', () => {
  it('is called at each click on "Try again", however often it failed, and answers at the first click that it can', async () => {
    const { deployment, program, readApi } = await openFaces({ fails: [listOrders.path] });
    const clicks: boolean[] = [];
    for (let click = 0; click < 20; click += 1) {
      const before = deployment.requests.length;
      expect(await readApi(listOrders.path, OCTOBER)).toMatchObject({ status: 502 });
      clicks.push(deployment.requests.slice(before).some((request) => request.includes(listOrders.path)));
      program.clock.advance(BETWEEN_CLICKS_MS);
    }
    expect(clicks).toEqual(Array(20).fill(true));

    deployment.set({ fails: [] });
    expect(await readApi(listOrders.path, OCTOBER)).toMatchObject({ status: 200 });
  });
});

describe('a deployment with orders in another currency', () => {
  const others = ORDERS.filter(
    ({ date_purchased: at }, index) => at >= OCTOBER.from && at < '2026-11-01' && index % 10 === 5,
  );

  it('lists them with their code, and leaves them out of sums, which say how many', async () => {
    const { readApi, callTool } = await openFaces({ hasOtherCurrency: true });
    // Not in the specification: the whole list is read and summed here.
    const asked = { ...OCTOBER, q: '2026', limit: 250 };
    const { body } = await readApi(listOrders.path, asked);
    const { data, sums } = body as { data: (typeof ORDERS)[number][]; sums: { excluded_other_currency: number } };
    expect(data.filter(({ currency }) => currency === 'GBP').map(({ id }) => id)).toEqual(others.map(({ id }) => id));
    expect(sums.excluded_other_currency).toBe(others.length);
    expect((await callTool('list_orders', asked)).body.sums).toEqual(sums);
  });

  it('writes them to files with their code', async () => {
    const { saveCsv } = await openFaces({ hasOtherCurrency: true });
    const rows = await saveCsv('orders', OCTOBER);
    expect(rows.filter(({ currency }) => currency === 'GBP')).toHaveLength(others.length);
  });
});

describe('a deployment that cannot read a record by its id', () => {
  const descriptions = [
    ['describes nothing', []],
    ['describes what it has', ['/api/orders status']],
  ] as const;

  it.each(descriptions)('shows the product from its list, with its prices, if it %s', async (_name, declares) => {
    const { readApi } = await openFaces({ order: 'shuffled', declares });
    const product = PRODUCTS[123];
    const prices = PRICES.filter(({ product_id }) => product_id === product?.id);
    const { status, body } = await readApi(`/api/products/${product?.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...product, barcode: null, prices: expect.arrayContaining(prices) });
    expect(await readApi('/api/products/999999')).toMatchObject({ status: 404 });
  });

  it('shows the customer from its list', async () => {
    const { readApi } = await openFaces({ offers: ['/api/customers'] });
    const { status, body } = await readApi('/api/customers/817');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 817, name: 'Klant 17', order_count: null, turnover_wt: null });
    expect(await readApi('/api/customers/999999')).toMatchObject({ status: 404 });
  });

  it.each(descriptions)(
    'shows the order from its list, with unknown items and payments, if it %s',
    async (_name, declares) => {
      const { readApi, callTool } = await openFaces({ declares });
      const order = ORDERS.find(({ date_purchased: at }) => at >= OCTOBER.from);
      const { id = 0 } = order ?? {};
      const ofList = { ...order, items: null, payments: null };

      await readApi(listOrders.path, OCTOBER);
      const { status, body } = await readApi(`/api/orders/${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject(ofList);
      expect((await callTool('read_order', { id })).body).toMatchObject(ofList);
    },
  );

  it('shows an order from another list', async () => {
    const { readApi } = await openFaces();
    await readApi('/api/discount-orders', OCTOBER);
    const id = ORDERS.find(
      ({ date_purchased: at, discount_value_wt }) => at >= OCTOBER.from && discount_value_wt > 0,
    )?.id;
    expect(await readApi(`/api/orders/${id}`)).toMatchObject({ status: 200, body: { id, items: null } });
  });

  it.each(descriptions)('shows no order that was not listed recently, if it %s', async (_name, declares) => {
    const { readApi } = await openFaces({ declares });
    await readApi(listOrders.path, OCTOBER);
    // Without a description, a 404 does not say whether the order or the endpoint is missing.
    expect(await readApi('/api/orders/999999')).toMatchObject({ status: declares.length === 0 ? 404 : 502 });
  });
});
