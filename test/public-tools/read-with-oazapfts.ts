import { ok } from '@oazapfts/runtime';
import { defaults, listOrders, listProductPrices, listProducts, login, readOrder } from './dist/oazapfts.ts';
import { CREDENTIALS, given, print, sumOf } from './seen-shop.ts';

const { baseUrl, from, to } = given;
defaults.baseUrl = baseUrl;
const { token } = await ok(login(CREDENTIALS));
defaults.headers = { authorization: `Bearer ${token}` };

const products = await ok(listProducts({ priced: true, sort: 'sku', limit: 5 }));
const productIds = products.data.map(({ id }) => id);
const prices = await ok(listProductPrices(productIds));
const orders = await ok(
  listOrders(from, { to, status: ['complete', 'refunded'], include: ['items', 'payments'], limit: 3 }),
);
const order = await ok(readOrder(orders.data[0]?.id ?? 0));
const refused = await listOrders('yesterday');

print({
  skus: products.data.map(({ sku }) => sku),
  productIds,
  salePrices: prices.data.filter((row) => row.is_sale_price).map((row) => [row.product_id, row.ppu_wt]),
  orders: orders.data.map(({ id, value_wt, items = [] }) => ({ id, value_wt, items: items.length })),
  orderTotal: orders.total,
  itemSum: sumOf((order.items ?? []).map((item) => item.value_wt)),
  refusal: refused.status === 400 ? refused.data.message : 'none',
});
