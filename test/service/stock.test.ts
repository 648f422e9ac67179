import { describe, expect, it } from 'vitest';
import { listStock } from '../../shared/contract/stock.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { GROUP, LOCATION, PRODUCT } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number>;
const as = (user: SignedIn) => ({ token: service.tokens[user] });
const stock = (query: Query = {}, user: SignedIn = 'owner') => service.read(listStock, { ...as(user), query });

describe('GET /api/stock', () => {
  it('lists stock by location, with the position of the page', async () => {
    const { data, ...envelope } = await stock({ product_group_id: GROUP.books, limit: 2 });
    expect(envelope).toEqual({ start: 0, limit: 2, count: 2, total: 3 });
    expect(data.map((row) => [row.product_id, row.location_id, row.quantity, row.in_stock])).toEqual([
      [PRODUCT.cafe, LOCATION.utrecht, 5, true],
      [PRODUCT.cafe, LOCATION.amsterdam, -7, false],
    ]);
  });

  it('filters by text, and treats an empty text as none', async () => {
    expect(await stock({ q: 'cursus' })).toMatchObject({ total: 1 });
    expect(await stock({ q: '' })).toMatchObject({ total: 5 });
  });

  it('lowers a limit above its cap', async () => {
    expect(await stock({ limit: 100_000 })).toMatchObject({ limit: 200 });
  });

  it.each([
    [`product_group_id=${GROUP.beta}`, `product_group_id ${GROUP.beta} does not exist.`],
    ['limit=0', 'limit'],
    ['location_id=11', 'location_id'],
  ])('refuses %s', async (query, message) => {
    const refusal = await service.refusal('GET', `/api/stock?${query}`, as('owner'));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });
});
