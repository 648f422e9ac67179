import { describe, expect, it } from 'vitest';
import {
  CatalogRuleError,
  changePrices,
  changeStock,
  moveStock,
} from '../../../electron/store/catalog/catalog-writer.ts';
import { readVersions } from '../../../electron/store/versions.ts';
import { perFile } from '../../support/test-scope.ts';
import { storeOpenedAt } from '../demo/demo-store.ts';

const store = await perFile(() => storeOpenedAt('2026-11-21T12:00:00Z'));

describe('the catalog writer', () => {
  const firstPrice = () =>
    store.db
      .selectFrom('product_prices')
      .selectAll()
      .where('account_id', '=', 1)
      .orderBy('id')
      .executeTakeFirstOrThrow();
  const firstStock = () =>
    store.db
      .selectFrom('stock')
      .selectAll()
      .where('account_id', '=', 1)
      .orderBy('product_id')
      .orderBy('location_id')
      .executeTakeFirstOrThrow();
  const stockOf = async (productId: number) => {
    const product = await store.db
      .selectFrom('products')
      .select('stock')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow();
    return product.stock;
  };

  async function ruleBrokenBy(change: Promise<void>): Promise<string> {
    const error = await change.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof CatalogRuleError) return error.rule;
    throw new Error('the change was accepted');
  }

  it('sets net and gross of a price as given', async () => {
    const { id } = await firstPrice();
    const before = await readVersions(store.db, 1, ['products']);
    await changePrices(store.db, 1, [{ id, ppu: 1_000_100, ppu_wt: 999_900 }]);
    expect(await firstPrice()).toMatchObject({ id, ppu: 1_000_100, ppu_wt: 999_900 });
    expect(await readVersions(store.db, 1, ['products'])).not.toBe(before);
  });

  it('refuses a price that is missing, of another account, or negative', async () => {
    const price = await firstPrice();
    const change = { id: price.id, ppu: 100, ppu_wt: 121 };
    expect(await ruleBrokenBy(changePrices(store.db, 1, [change, { ...change, id: 1 }]))).toBe('price_exists');
    expect(await ruleBrokenBy(changePrices(store.db, 2, [change]))).toBe('price_exists');
    expect(await ruleBrokenBy(changePrices(store.db, 1, [change, { ...change, ppu: -1 }]))).toBe(
      'price_is_not_negative',
    );
    expect(await ruleBrokenBy(changePrices(store.db, 1, [{ ...change, ppu_wt: -1 }]))).toBe('price_is_not_negative');
    await expect(changePrices(store.db, 1, [{ ...change, ppu: 0.5 }])).rejects.toThrow('not a value');
    expect(await firstPrice()).toEqual(price);
  });

  it('sets and moves the stock of a location, and that of the product with it', async () => {
    const { quantity, ...stockRow } = await firstStock();
    const total = await stockOf(stockRow.product_id);
    await changeStock(store.db, stockRow, 12_000);
    expect((await firstStock()).quantity).toBe(12_000);
    expect(await stockOf(stockRow.product_id)).toBe(total - quantity + 12_000);

    const { product_id, location_id } = stockRow;
    await moveStock(store.db, 1, [
      { product_id, location_id, by: -16_000 },
      { product_id, location_id, by: 1_000 },
    ]);
    expect((await firstStock()).quantity).toBe(-3_000);
    expect(await stockOf(stockRow.product_id)).toBe(total - quantity - 3_000);
  });

  it('refuses stock at a location without a row of the product, or of another account', async () => {
    const stockRow = await firstStock();
    for (const elsewhere of [
      { ...stockRow, location_id: 9 },
      { ...stockRow, account_id: 2 },
    ]) {
      expect(await ruleBrokenBy(changeStock(store.db, elsewhere, 1_000))).toBe('stock_is_kept_there');
      const movement = { ...elsewhere, by: 1_000 };
      expect(await ruleBrokenBy(moveStock(store.db, elsewhere.account_id, [movement]))).toBe('stock_is_kept_there');
    }
    expect(await firstStock()).toEqual(stockRow);
  });
});
