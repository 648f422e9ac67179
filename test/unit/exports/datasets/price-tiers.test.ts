import { describe, expect, it } from 'vitest';
import { CALLER, PRODUCT } from '../../../support/shop-fixture.ts';
import { CALLER as ANYBODY, catalogOf, nameOf, price, product } from '../export-platform.ts';
import { openFixture } from './open-fixture.ts';
import { cellsOf, readFrom, readOver, selectFrom } from './read-dataset.ts';

describe('the price tiers', () => {
  it('are the sale prices that hold from a quantity on, and no other rows', async () => {
    const { rows, total, selection } = await readFrom(await openFixture(), 'price-tiers', { caller: CALLER.owner });

    expect(cellsOf(rows, 'key', 'product_id', 'sku', 'from_qty', 'ppu_wt', 'ppu', 'vat')).toEqual([
      ['2002', PRODUCT.cafe, '0012345678905', 10, 10.89, 9, 21],
      ['2008', PRODUCT.course, 'CURSUS', 5, 20, 20, 0],
    ]);
    expect(total).toBeNull();
    expect(await selection.count()).toBeNull();
  });

  it('come in the order of the products, and of a product by quantity and id', async () => {
    const { methods } = catalogOf(
      [product(2), product(3), product(1)],
      [
        price(21, 1, { from_qty: 10 }),
        price(14, 2, { from_qty: 100 }),
        price(13, 2, { from_qty: 9.5 }),
        price(12, 2, { from_qty: 100 }),
        price(11, 2, { from_qty: 5, product_price_type_id: 3 }),
        price(10, 2),
      ],
    );

    const { rows } = await readOver(methods, 'price-tiers', { caller: ANYBODY });

    expect(cellsOf(rows, 'key', 'from_qty')).toEqual([
      ['13', 9.5],
      ['12', 100],
      ['14', 100],
      ['21', 10],
    ]);
  });

  it('are read of every page of products, whatever number of prices these have', async () => {
    const ids = Array.from({ length: 401 }, (_, index) => index + 1);
    const tiers = ids.flatMap((id) => [2, 3, 4, 5].map((from_qty) => price(10 * id + from_qty, id, { from_qty })));
    const { methods } = catalogOf(
      ids.map((id) => product(id)),
      tiers,
    );

    const { rows } = await readOver(methods, 'price-tiers', { caller: ANYBODY });

    expect(rows.map(({ key }) => key)).toEqual(tiers.map(({ id }) => String(id)));
  });

  it('are those of the products that the filters select', async () => {
    const platform = await openFixture();
    const asked = { filters: { q: 'cursus' }, caller: CALLER.owner };

    expect(cellsOf((await readFrom(platform, 'price-tiers', asked)).rows, 'sku')).toEqual([['CURSUS']]);
    const { filters } = await selectFrom(platform, 'price-tiers', asked);
    expect(filters).toEqual([{ label: 'Zoektekst', value: 'cursus' }]);
  });

  it('are named after the day', async () => {
    expect(await nameOf({ dataset: 'price-tiers' })).toBe('staffelprijzen_2026-11-21.csv');
  });
});
