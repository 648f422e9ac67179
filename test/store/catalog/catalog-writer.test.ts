import { describe, expect, it } from 'vitest';
import { changePrices, changeStock, moveStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { readVersions } from '../../../electron/store/versions.ts';
import { openPerFile } from '../../support/test-scope.ts';
import { storeOpenedAt } from '../demo/demo-store.ts';

const store = await openPerFile(() => storeOpenedAt('2026-11-21T12:00:00Z'));

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

  it('sets net and gross price as given', async () => {
    const { id } = await firstPrice();
    const before = await readVersions(store.db, 1, ['products']);
    await changePrices(store.db, 1, [{ id, ppu: 1_000_100, ppu_wt: 999_900 }]);
    expect(await firstPrice()).toMatchObject({ id, ppu: 1_000_100, ppu_wt: 999_900 });
    expect(await readVersions(store.db, 1, ['products'])).not.toBe(before);
  });

  it('does not change a price of another account', async () => {
    const price = await firstPrice();
    await changePrices(store.db, 2, [{ id: price.id, ppu: 100, ppu_wt: 121 }]);
    expect(await firstPrice()).toEqual(price);
  });

  it('sets and moves the stock of a location, and changes that of the product accordingly', async () => {
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

  it('does not change the stock of another account', async () => {
    const stockRow = await firstStock();
    const elsewhere = { ...stockRow, account_id: 2 };
    await changeStock(store.db, elsewhere, 1_000);
    await moveStock(store.db, 2, [{ ...elsewhere, by: 1_000 }]);
    expect(await firstStock()).toEqual(stockRow);
  });
});
