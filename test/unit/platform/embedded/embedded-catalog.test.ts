import { describe, expect, it } from 'vitest';
import type { ProductQuery } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, PRODUCT, RATE } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const { cafe, apple, lamp, course, odd } = PRODUCT;
const { platform } = await perFile(openFixturePlatform);

describe('searchProducts', () => {
  const found = async (query: Partial<ProductQuery>) => {
    const { rows } = await platform.searchProducts(CALLER.owner, { start: 0, limit: 100, ...query });
    return rows.map(({ id }) => id);
  };

  it('returns the whole catalog by id without a search text, or with a blank one', async () => {
    expect(await found({})).toEqual([cafe, apple, lamp, course, odd]);
    expect(await found({ q: ' \t ' })).toEqual([cafe, apple, lamp, course, odd]);
  });

  it('ignores case and accents in both directions', async () => {
    expect(await found({ q: 'CAFE CRÈME' })).toEqual([cafe]);
    expect(await found({ q: 'càfé' })).toEqual([cafe]);
    expect(await found({ q: '\u0301' })).toEqual([]);
  });

  it.each(['\\', "' or 1=1 --", '\0', '\0appel', 'appel NOT cursus', '^appel', 'title:appel', 'app?l'])(
    'finds nothing for %j, which no product contains',
    async (q) => {
      expect(await found({ q })).toEqual([]);
    },
  );

  it('sorts the products found in the requested order', async () => {
    expect(await found({ q: 'appel', sort: '-id' })).toEqual([odd, course, lamp, apple]);
  });
});

describe('listProductPrices', () => {
  it('returns unit prices with four decimals and thresholds as quantities', async () => {
    const { rows } = await platform.listProductPrices(CALLER.owner, {
      product_ids: [apple, course],
      start: 0,
      limit: 500,
    });

    expect(rows[1]).toEqual({
      id: 2006,
      product_id: apple,
      product_price_type_id: 1,
      is_sale_price: true,
      ppu: 1.2345,
      ppu_wt: 1.4938,
      tax_rate_id: RATE.nl21,
      currency: 'EUR',
      from_qty: null,
    });
    expect(rows[2]).toMatchObject({ id: 2008, from_qty: 5 });
  });
});
