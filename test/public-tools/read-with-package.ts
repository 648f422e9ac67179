import { ApiFailure, createTilldesk } from '../../clients/typescript/client.ts';
import { CREDENTIALS, given, print, sumOf } from './seen-shop.ts';

const { api, readAll } = createTilldesk({ baseUrl: given.baseUrl, auth: CREDENTIALS });

const products = await api.GET('/api/products', { params: { query: { priced: true, sort: 'sku', limit: 5 } } });
const productIds = products.data?.data.map(({ id }) => id) ?? [];
const prices = await readAll('/api/product-prices', { product_ids: productIds, limit: 2 });
const { from, to } = given;
const orders = await api.GET('/api/orders', {
  params: { query: { from, to, status: ['complete', 'refunded'], include: ['items', 'payments'], limit: 3 } },
});
const [first] = orders.data?.data ?? [];
const order = await api.GET('/api/orders/{id}', { params: { path: { id: first?.id ?? 0 } } });
const refusal = await api
  .GET('/api/orders', { params: { query: { from: 'yesterday' } } })
  .catch((error: unknown) => (error instanceof ApiFailure ? error.message : 'another error'));

print({
  skus: products.data?.data.map(({ sku }) => sku) ?? [],
  productIds,
  salePrices: prices.filter((row) => row.is_sale_price).map((row) => [row.product_id, row.ppu_wt]),
  orders: orders.data?.data.map(({ id, value_wt, items = [] }) => ({ id, value_wt, items: items.length })) ?? [],
  orderTotal: orders.data?.total ?? 0,
  itemSum: sumOf(order.data?.items?.map((item) => item.value_wt) ?? []),
  refusal: typeof refusal === 'string' ? (/"message":"([^"]+)"/.exec(refusal)?.[1] ?? refusal) : 'none',
});
