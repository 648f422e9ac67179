import { expect, it, onTestFinished } from 'vitest';
import type { Product } from '../../../../shared/contract/products.ts';
import { openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { PRODUCT } from '../../../support/shop-fixture.ts';

const SKUS = new Map<number, string>([
  [PRODUCT.apple, 'DUBBEL'],
  [PRODUCT.cafe, 'DUBBEL'],
  [PRODUCT.lamp, ''],
  [PRODUCT.course, ''],
]);

const skuOf = <P extends Product>(product: P): P => ({ ...product, sku: SKUS.get(product.id) ?? product.sku });

it('a catalog with shared or missing SKUs is copied completely, each product with its own prices', async () => {
  const deployment = await openDeployment();
  deployment.spoil((own) => ({
    async readChanges(caller, feed, query) {
      const page = await own.readChanges(caller, feed, query);
      if (feed !== 'products') return page;
      const rows = page.rows.map((row) => ({ ...row, record: row.record && skuOf(row.record as Product) }));
      return { ...page, rows } as typeof page;
    },
  }));
  const copies = openCopies(deployment);
  onTestFinished(copies.close);
  const owner = await copies.signInAndCopy('owner');
  deployment.takeAsked();

  const { rows } = await copies.platform.readPriceList(owner, {}, null);
  const remoteAnswer = await deployment.remote.readPriceList(owner, {}, null);
  expect(rows).toEqual(remoteAnswer.rows.map((row) => ({ ...row, sku: SKUS.get(row.id) ?? row.sku })));
  for (const [id, sku] of SKUS) {
    const prices = (await deployment.remote.findProduct(owner, id))?.prices;
    expect(await copies.platform.findProduct(owner, id)).toMatchObject({ id, sku, prices });
  }
});

it('stock and quantities with more than three decimals are rounded, and do not stop the copy', async () => {
  const deployment = await openDeployment();
  deployment.spoil((own) => ({
    async readChanges(caller, feed, query) {
      const page = await own.readChanges(caller, feed, query);
      const rows = page.rows.map((row) => ({ ...row, record: row.record && { ...row.record, stock: -2.3335 } }));
      return { ...page, rows } as typeof page;
    },
    async listProductPrices(caller, query) {
      const page = await own.listProductPrices(caller, query);
      return { ...page, rows: page.rows.map((row) => ({ ...row, from_qty: row.from_qty && 2.3335 })) };
    },
  }));
  const copies = openCopies(deployment);
  onTestFinished(copies.close);
  const owner = await copies.signInAndCopy('owner');

  const { rows } = await copies.platform.searchProducts(owner, { start: 0, limit: 200 });
  expect(new Set(rows.map(({ stock }) => stock))).toEqual(new Set([-2.334]));
  const product_ids = rows.map(({ id }) => id);
  const prices = await copies.platform.listProductPrices(owner, { product_ids, start: 0, limit: 500 });
  expect(new Set(prices.rows.map(({ from_qty }) => from_qty))).toEqual(new Set([null, 2.334]));
});
