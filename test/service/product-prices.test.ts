import { describe, expect, it } from 'vitest';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { readAllRows } from '../support/drain.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { PRODUCT, RATE } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

const prices = (product_ids: string, user: SignedIn = 'owner', page = {}) =>
  service.read(listProductPrices, { token: service.tokens[user], query: { product_ids, ...page } });
const refusal = (query: string) =>
  service.refusal('GET', `/api/product-prices${query}`, { token: service.tokens.owner });

const { cafe, apple } = PRODUCT;

describe('GET /api/product-prices', () => {
  it('returns the fields of the specification', async () => {
    expect((await prices(String(cafe))).data[1]).toEqual({
      id: 2002,
      product_id: cafe,
      product_price_type_id: 1,
      is_sale_price: true,
      ppu: 9,
      ppu_wt: 10.89,
      tax_rate_id: RATE.nl21,
      currency: 'EUR',
      from_qty: 10,
    });
  });

  it('accepts white space around ids, and counts a repeated id once', async () => {
    expect((await prices(` ${cafe} , ${cafe}`)).total).toBe(4);
  });

  it('can be read page by page', async () => {
    expect(await prices(`${cafe}`, 'owner', { start: 1, limit: 2 })).toMatchObject({
      start: 1,
      limit: 2,
      count: 2,
      total: 4,
    });
    const rows = await readAllRows((start) => prices(`${cafe},${apple}`, 'owner', { start, limit: 4 }));
    expect(rows.map(({ id }) => id)).toEqual([2001, 2002, 2003, 2004, 2005, 2006]);
  });

  it('lowers a limit above 500 to 500', async () => {
    expect((await prices(`${cafe}`, 'owner', { limit: 501 })).limit).toBe(500);
  });

  it.each(['', '?product_ids=', '?product_ids=%20', '?product_ids=1,', '?product_ids=1,x', '?product_ids=,'])(
    'never falls back to all products: "%s" returns a 400',
    async (query) => {
      expect(await refusal(query)).toMatchObject({ status: 400, message: expect.stringContaining('product_ids') });
    },
  );

  it('accepts 200 ids and refuses 201', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => cafe + index).join();
    expect((await prices(ids(200))).total).toBeGreaterThan(0);
    expect((await refusal(`?product_ids=${ids(201)}`)).status).toBe(400);
  });
});
