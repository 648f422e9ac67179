import { createClient } from './dist/hey-api/client/index.ts';
import { listOrders, listProductPrices, listProducts, login, readOrder } from './dist/hey-api/index.ts';
import { CREDENTIALS, given, print, sumOf } from './seen-shop.ts';

const { baseUrl, from, to } = given;
const signedIn = await login({ client: createClient({ baseUrl }), body: CREDENTIALS, throwOnError: true });
const client = createClient({ baseUrl, auth: signedIn.data.token });
const options = { client, throwOnError: true } as const;

const products = await listProducts({ ...options, query: { priced: true, sort: 'sku', limit: 5 } });
const productIds = products.data.data.map(({ id }) => id);
const prices = await listProductPrices({ ...options, query: { product_ids: productIds } });
const orders = await listOrders({
  ...options,
  query: { from, to, status: ['complete', 'refunded'], include: ['items', 'payments'], limit: 3 },
});
const order = await readOrder({ ...options, path: { id: orders.data.data[0]?.id ?? 0 } });
const refused = await listOrders({ client, query: { from: 'yesterday' } });

print({
  skus: products.data.data.map(({ sku }) => sku),
  productIds,
  salePrices: prices.data.data.filter((row) => row.is_sale_price).map((row) => [row.product_id, row.ppu_wt]),
  orders: orders.data.data.map(({ id, value_wt, items = [] }) => ({ id, value_wt, items: items.length })),
  orderTotal: orders.data.total,
  itemSum: sumOf((order.data.items ?? []).map((item) => item.value_wt)),
  refusal: refused.error?.message ?? 'none',
});
