import { openClient } from './open-client.ts';

/** Reads products with their prices and a day of orders, and writes down in JSON what it has seen. */
declare const process: { readonly argv: readonly string[]; readonly stdout: { write(text: string): void } };

const [, , baseUrl = '', from = '', to = ''] = process.argv;
const credentials = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

const signedIn = await openClient(baseUrl, null).POST('/api/auth/login', { body: credentials });
if (signedIn.error) throw new Error(signedIn.error.message);
const api = openClient(baseUrl, signedIn.data.token);

const products = await api.GET('/api/products', { params: { query: { priced: true, sort: 'sku', limit: 5 } } });
if (products.error) throw new Error(products.error.message);
const productIds: number[] = products.data.data.map((product) => product.id);

const prices = await api.GET('/api/product-prices', { params: { query: { product_ids: productIds } } });
if (prices.error) throw new Error(prices.error.message);

const orders = await api.GET('/api/orders', {
  params: { query: { from, to, status: ['complete', 'refunded'], include: ['items', 'payments'], limit: 3 } },
});
if (orders.error) throw new Error(orders.error.message);
const [first] = orders.data.data;
if (first === undefined) throw new Error('There are no orders.');

const order = await api.GET('/api/orders/{id}', { params: { path: { id: first.id } } });
if (order.error) throw new Error(order.error.message);

const refused = await api.GET('/api/orders', { params: { query: { from: 'yesterday' } } });

process.stdout.write(
  JSON.stringify({
    skus: products.data.data.map(({ sku }) => sku),
    productIds,
    salePrices: prices.data.data
      .filter((row) => row.is_sale_price)
      .map(({ product_id, ppu_wt }) => [product_id, ppu_wt]),
    orders: orders.data.data.map(({ id, value_wt, items = [] }) => ({ id, value_wt, items: items.length })),
    orderTotal: orders.data.total,
    itemSum: order.data.items.reduce((sum, item) => sum + item.value_wt, 0),
    refusal: refused.error?.message ?? null,
  }),
);
