import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../electron/api-client/endpoint-reader.ts';
import { createKeyedPlatform } from '../../../electron/exports/keyed-platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { STAND_IN_CALLER as caller } from '../../support/stand-in-platform.ts';
import { price, product } from './export-platform.ts';

/** A platform over these answers, one after the other, and the paths that it asked for. */
function over(...answers: unknown[]) {
  const paths: string[] = [];
  const readJson = async (path: string) => {
    paths.push(path);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { platform: createKeyedPlatform({ readJson }), paths };
}

function products(start: number, total: number, ...ids: number[]) {
  return { q: '', start, limit: 200, count: ids.length, total, data: ids.map((id) => product(id)) };
}

function prices(...rows: ReturnType<typeof price>[]) {
  return { start: 0, limit: 500, count: rows.length, total: rows.length, data: rows };
}

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const INVALID = { name: 'PlatformError', code: 'invalid_answer' };

describe('createKeyedPlatform', () => {
  it('writes a query as the contract reads it', async () => {
    const { platform, paths } = over({ start: 0, limit: 250, count: 0, total: 0, data: [] });

    await platform.listOrders(caller, {
      from: '2026-10-01',
      to: '2026-10-31',
      status: ['complete', 'refunded'],
      is_paid: false,
      q: 'De Vries & zn',
      start: 0,
      limit: 250,
    });

    expect(paths).toEqual([
      '/api/orders?from=2026-10-01&to=2026-10-31&status=complete%2Crefunded&is_paid=false&q=De+Vries+%26+zn&start=0&limit=250',
    ]);
  });

  it.each<[string, object]>([
    ['of another form', { ...products(0, 1, 1), data: [{ id: 1 }] }],
    ['without a total', { ...products(0, 1, 1), total: null }],
    ['of another start', products(1, 1, 1)],
    ['of a smaller page size', { ...products(0, 1, 1), limit: 100 }],
    ['that miscounts its rows', { ...products(0, 1, 1), count: 2 }],
    ['of nothing', {}],
  ])('refuses a page %s', async (_what, answer) => {
    const { platform } = over(answer);

    const asked = platform.searchProducts(caller, { start: 0, limit: 200 });

    await expect(asked).rejects.toMatchObject({
      ...INVALID,
      message: expect.stringMatching(/^The service answered something unexpected at \/api\/products[.:]/),
    });
  });

  it.each([
    { count: 1, total: 1, data: [] },
    { count: 0, total: 1, data: [] },
  ])('refuses a whole list that is not whole: %j', async (answer) => {
    await expect(over(answer).platform.listReference(caller, 'shops')).rejects.toMatchObject(INVALID);
  });

  it('gives all discounted orders in one batch', async () => {
    const { platform } = over({
      ...{ from: '2026-10-01', to: '2026-10-01', shop_id: null },
      ...{ count: 0, total: 0, data: [] },
    });
    const query = { from: '2026-10-01', to: '2026-10-01', only_full: false, include_negative: true };

    expect(await platform.readDiscountOrders(caller, query, null)).toEqual({ rows: [], next: null });
  });

  it('finds no product where the service has none, and fails where it fails', async () => {
    const { platform, paths } = over(new NotFoundError('No.'), new PlatformError('unavailable', 'Away.'));

    expect(await platform.findProduct(caller, 12)).toBeNull();
    await expect(platform.findProduct(caller, 12)).rejects.toMatchObject({ code: 'unavailable' });
    expect(paths[0]).toBe('/api/products/12');
  });

  it('reads the payment methods that the service uses itself where it lists them', async () => {
    const { platform, paths } = over({ count: 0, total: 0, data: [] });

    expect(await platform.listReference(caller, 'paymentProviders')).toEqual([]);
    expect(paths).toEqual(['/api/payment-providers']);
  });
});

describe('the price list over HTTP', () => {
  it('has each product with its sale price, each page beginning with the last product of the one before', async () => {
    const { platform, paths } = over(
      products(0, 201, ...numbers(1, 200)),
      prices(price(9, 1, { from_qty: 5 }), price(8, 1, { ppu: 3 }), price(7, 1, { ppu: 2 })),
      products(199, 201, 200, 201),
      prices(),
    );

    const first = await platform.readPriceList(caller, { priced: true }, null);
    const second = await platform.readPriceList(caller, { priced: true }, first.next);

    expect(first.rows).toHaveLength(200);
    expect(first.rows[0]?.salePrice).toMatchObject({ ppu: 2 });
    expect(first.rows[1]?.salePrice).toBeNull();
    expect(second.rows.map(({ id }) => id)).toEqual([201]);
    expect(second.next).toBeNull();
    expect(paths[0]).toBe('/api/products?priced=true&sort=id&start=0&limit=200');
    expect(paths[2]).toBe('/api/products?priced=true&sort=id&start=199&limit=200');
    expect(paths[3]).toBe('/api/product-prices?product_ids=201&start=0&limit=500');
  });

  it('stops where the page begins with another product', async () => {
    const { platform } = over(products(4, 9, 6, 7));

    await expect(platform.readPriceList(caller, {}, '5@5')).rejects.toMatchObject({ code: 'incomplete' });
  });

  it('asks once more for a page without anything new, and ends there when it stays so', async () => {
    const { platform, paths } = over(products(4, 9), products(4, 9, 5));

    expect(await platform.readPriceList(caller, {}, '5@5')).toEqual({ rows: [], next: null });
    expect(paths).toHaveLength(2);
  });

  it('refuses a key that is not its own', async () => {
    await expect(over().platform.readPriceList(caller, {}, '1000')).rejects.toMatchObject({ code: 'rejected' });
  });
});
