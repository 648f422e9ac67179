import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { ProductQuery } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, PRODUCT, RATE } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const { cafe, apple, lamp, course, odd } = PRODUCT;
const { platform } = await perFile(openFixturePlatform);

describe('searchProducts', () => {
  const search = (query: Partial<ProductQuery>, caller: Caller = CALLER.owner) =>
    platform.searchProducts(caller, { start: 0, limit: 100, ...query });
  const found = async (query: Partial<ProductQuery>) => (await search(query)).rows.map(({ id }) => id);

  it('gives the whole catalog by id without a text, or with one of blanks', async () => {
    expect(await found({})).toEqual([cafe, apple, lamp, course, odd]);
    expect(await found({ q: ' \t ' })).toEqual([cafe, apple, lamp, course, odd]);
  });

  it('gives the exact SKU first, then SKU prefix, title prefix and the rest', async () => {
    expect(await found({ q: 'appel' })).toEqual([apple, lamp, course, odd]);
  });

  it('ignores case and accents in both directions', async () => {
    expect(await found({ q: 'CAFE CRÈME' })).toEqual([cafe]);
    expect(await found({ q: 'càfé' })).toEqual([cafe]);
    expect(await found({ q: '\u0301' })).toEqual([]);
  });

  it('asks for every word, in title or SKU, in any order', async () => {
    expect(await found({ q: 'cursus appel' })).toEqual([course]);
    expect(await found({ q: 'creme 00123' })).toEqual([cafe]);
    expect(await found({ q: 'appel creme' })).toEqual([]);
  });

  it('finds parts of one and two characters', async () => {
    expect(await found({ q: 'p' })).toEqual([apple, lamp, course, odd]);
    expect(await found({ q: '-2' })).toEqual([lamp]);
  });

  it.each(['%', '_', '*', '"', '=som(', 'x%_*"-1', '100%'])('takes %s as it is written', async (q) => {
    const hits = await found({ q });

    expect(hits).toContain(odd);
    expect(hits).not.toContain(lamp);
  });

  it.each(['\\', "' or 1=1 --", '\0', '\0appel', 'appel NOT cursus', '^appel', 'title:appel', 'app?l'])(
    'finds nothing for %j, which nothing contains',
    async (q) => {
      expect(await found({ q })).toEqual([]);
    },
  );

  it('gives a page and the number of all', async () => {
    const page = await search({ q: 'appel', start: 1, limit: 2 });

    expect(page.rows.map(({ id }) => id)).toEqual([lamp, course]);
    expect(page.total).toBe(4);
    expect(await search({ start: 99 })).toEqual({ total: 5, rows: [] });
  });

  it('adds up the stock of all locations; a locked caller sees that of theirs', async () => {
    const stockOf = async (caller: Caller) => (await search({}, caller)).rows.map(({ stock }) => stock);

    expect(await stockOf(CALLER.owner)).toEqual([-2, 0, 0, 2.5, 1]);
    expect(await stockOf(CALLER.staff)).toEqual([5, 0, 0, 0, 1]);
  });

  it('selects by stock, of the locations that the caller sees', async () => {
    expect(await found({ stock: 'negative' })).toEqual([cafe]);
    expect(await found({ stock: 'none' })).toEqual([apple, lamp]);
    expect(await found({ stock: 'positive' })).toEqual([course, odd]);
    const locked = await search({ stock: 'positive' }, CALLER.staff);
    expect(locked.rows.map(({ id }) => id)).toEqual([cafe, odd]);
  });

  it('selects by group', async () => {
    expect(await found({ product_group_id: GROUP.books })).toEqual([cafe, course]);
    expect(await found({ product_group_id: GROUP.beta })).toEqual([]);
  });

  it('selects by whether there is a sale price: a tier or another type is none', async () => {
    expect(await found({ priced: true })).toEqual([cafe, apple]);
    expect(await found({ priced: false })).toEqual([lamp, course, odd]);
  });

  it('selects by the rate of the sale price, which is the row with the lowest id', async () => {
    expect(await found({ tax_rate_id: RATE.nl9 })).toEqual([apple]);
    expect(await found({ tax_rate_id: RATE.nl21 })).toEqual([cafe]);
    expect(await found({ tax_rate_id: RATE.nlExempt })).toEqual([]);
  });

  it.each([
    ['id', [cafe, apple, lamp, course, odd]],
    ['-id', [odd, course, lamp, apple, cafe]],
    ['sku', [cafe, apple, lamp, course, odd]],
    ['-sku', [odd, course, lamp, apple, cafe]],
    ['title', [odd, apple, course, cafe, lamp]],
    ['-title', [lamp, cafe, course, apple, odd]],
    ['stock', [cafe, apple, lamp, odd, course]],
    ['-stock', [course, odd, apple, lamp, cafe]],
  ] as const)('sorts by %s, ties by id', async (sort, ids) => {
    expect(await found({ sort })).toEqual(ids);
  });

  it('sorts what a text finds by what was asked for', async () => {
    expect(await found({ q: 'appel', sort: '-id' })).toEqual([odd, course, lamp, apple]);
  });

  it('keeps accounts apart', async () => {
    const page = await search({ q: 'cafe' }, CALLER.beta);

    expect(page).toEqual({
      total: 1,
      rows: [
        {
          id: PRODUCT.beta,
          sku: '0012345678905',
          title: 'Café crème van beta',
          product_group_id: GROUP.beta,
          stock: 9,
          shop_product_id: 71_901,
        },
      ],
    });
  });
});

describe('findProduct', () => {
  it('gives the product with its price rows', async () => {
    const product = await platform.findProduct(CALLER.owner, cafe);

    expect(product).toMatchObject({ id: cafe, sku: '0012345678905', stock: -2 });
    expect(product?.prices.map(({ id }) => id)).toEqual([2001, 2002, 2003, 2004]);
  });

  it('shows a locked caller every product, with the stock of their location', async () => {
    expect(await platform.findProduct(CALLER.staff, course)).toMatchObject({ id: course, stock: 0 });
  });

  it('does not find a product of another account, nor one that does not exist', async () => {
    expect(await platform.findProduct(CALLER.owner, PRODUCT.beta)).toBeNull();
    expect(await platform.findProduct(CALLER.owner, 1)).toBeNull();
  });
});

describe('listProductPrices', () => {
  const prices = (product_ids: number[], page = { start: 0, limit: 500 }) =>
    platform.listProductPrices(CALLER.owner, { product_ids, ...page });

  it('gives rows by product, price type, threshold with none first, id', async () => {
    const { total, rows } = await prices([course, apple, cafe, cafe]);

    expect(rows.map(({ id }) => id)).toEqual([2001, 2002, 2003, 2004, 2005, 2006, 2008]);
    expect(total).toBe(7);
  });

  it('gives unit prices with four decimals and thresholds as quantities', async () => {
    const { rows } = await prices([apple, course]);

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

  it('marks type 1 alone as sale price', async () => {
    const { rows } = await prices([cafe]);

    expect(rows.map((row) => [row.product_price_type_id, row.is_sale_price])).toEqual([
      [1, true],
      [1, true],
      [2, false],
      [3, false],
    ]);
  });

  it('gives a page and the number of all', async () => {
    const page = await prices([cafe, apple], { start: 3, limit: 2 });

    expect(page.rows.map(({ id }) => id)).toEqual([2004, 2005]);
    expect(page.total).toBe(6);
  });

  it('has no rows for products of another account, unknown and unpriced ones', async () => {
    expect(await prices([PRODUCT.beta, 1, odd])).toEqual({ total: 0, rows: [] });
  });
});
