import { describe, expect, it } from 'vitest';
import { CALLER as ANYBODY, catalogOf, price, product } from '../export-platform.ts';
import { cellsOf, readOver } from './read-dataset.ts';

describe('the price tiers', () => {
  it('are sorted by product, and within a product by quantity and id', async () => {
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
});
