import { expect, it } from 'vitest';
import { LONG, openWorld } from './world.ts';

it('point 13: unlimited stock is found under "in stock", never under "out of stock"', { timeout: LONG }, async () => {
  const world = await openWorld({ products: 150, orders: 30 });
  const caller = await world.signIn();
  await world.readOn(caller);
  const unlimited = [...world.server.account.products.listed()].filter(({ stock }) => stock.isUnlimited);
  expect(unlimited.length).toBeGreaterThan(1);

  const idsBy = async (stock: 'positive' | 'none' | 'negative') =>
    (await world.platform.searchProducts(caller, { stock, start: 0, limit: 200 })).rows.map(({ id }) => id);
  const ids = unlimited.map(({ id }) => id);
  expect(await idsBy('positive')).toEqual(expect.arrayContaining(ids));
  const others = [...(await idsBy('none')), ...(await idsBy('negative'))];
  expect(others.filter((id) => ids.includes(id))).toEqual([]);
  const { rows } = await world.platform.listStock(caller, { start: 0, limit: 200 });
  expect(rows.filter(({ product_id }) => ids.includes(product_id))).toEqual([]);
});
