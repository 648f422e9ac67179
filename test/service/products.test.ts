import { describe, expect, it } from 'vitest';
import { listProducts, readProduct } from '../../shared/contract/products.ts';
import { readAllRows } from '../support/drain.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { GROUP, PRODUCT, RATE } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

const as = (user: SignedIn) => ({ token: service.tokens[user] });
const search = (query: Record<string, string | number | boolean> = {}, user: SignedIn = 'owner') =>
  service.read(listProducts, { ...as(user), query });
const found = async (query: Record<string, string | number | boolean>, user?: SignedIn) =>
  (await search(query, user)).data.map(({ id }) => id);

const { cafe, apple, lamp, course, odd } = PRODUCT;
const ALL = [cafe, apple, lamp, course, odd];

describe('GET /api/products', () => {
  it('lists the whole catalog by id if the search is missing, empty or only spaces', async () => {
    expect(await search()).toMatchObject({ q: '', start: 0, limit: 100, count: 5, total: 5 });
    for (const query of [{}, { q: '' }, { q: '  ' }]) expect(await found(query)).toEqual(ALL);
  });

  it('returns the fields of the specification', async () => {
    const { data } = await search({ q: '0012345678905' });
    expect(data).toEqual([
      {
        id: cafe,
        sku: '0012345678905',
        title: 'Café crème; "groot"',
        barcode: null,
        product_group_id: GROUP.books,
        stock: -2,
        shop_product_id: cafe + 70_000,
      },
    ]);
  });

  it('echoes the search text unchanged', async () => {
    expect((await search({ q: ' CAFÉ  Creme ' })).q).toBe(' CAFÉ  Creme ');
  });

  it('can be read page by page without gaps or repeats', async () => {
    const page = await search({ start: 1, limit: 2 });
    expect(page).toMatchObject({ start: 1, limit: 2, count: 2, total: 5 });
    const rows = await readAllRows((start) => search({ start, limit: 2 }));
    expect(rows.map(({ id }) => id)).toEqual(ALL);
  });

  it('returns an empty page after the end', async () => {
    expect(await search({ start: 99 })).toMatchObject({ start: 99, count: 0, total: 5, data: [] });
  });

  it('lowers a limit above 200 to 200 and says so', async () => {
    expect(await search({ limit: 250 })).toMatchObject({ limit: 200, count: 5 });
  });

  it.each(['product_group_id', 'tax_rate_id'])('refuses a %s that the account does not have', async (name) => {
    for (const id of [GROUP.beta, RATE.beta, 999_999]) {
      expect(await service.refusal('GET', `/api/products?${name}=${id}`, as('owner'))).toMatchObject({
        status: 400,
        message: `${name} ${id} does not exist.`,
      });
    }
  });

  it('counts only the stock of the locked location', async () => {
    const { data } = await search({}, 'staff');
    expect(data.map(({ id, stock }) => [id, stock])).toEqual([
      [cafe, 5],
      [apple, 0],
      [lamp, 0],
      [course, 0],
      [odd, 1],
    ]);
    expect(await found({ stock: 'negative' }, 'staff')).toEqual([]);
  });
});

describe('GET /api/products/{id}', () => {
  const read = (id: number, user: SignedIn = 'owner') => service.read(readProduct, { ...as(user), id });

  it('returns the product with all its prices in order', async () => {
    const product = await read(cafe);
    expect(product).toMatchObject({ id: cafe, stock: -2 });
    expect(product.prices.map(({ id }) => id)).toEqual([2001, 2002, 2003, 2004]);
  });

  it('returns a product that was never priced', async () => {
    expect((await read(odd)).prices).toEqual([]);
  });

  it('counts only the stock of the locked location', async () => {
    expect((await read(cafe, 'staff')).stock).toBe(5);
  });

  it.each([PRODUCT.beta, 999_999, 0])('returns a 404 for %d', async (id) => {
    expect(await service.refusal('GET', `/api/products/${id}`, as('owner'))).toMatchObject({
      status: 404,
      message: `There is no product ${id}.`,
    });
  });
});
