import { describe, expect, it } from 'vitest';
import { listCustomers, listSegments, readCustomer } from '../../shared/contract/customers.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { CUSTOMER, SEGMENT } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number>;
const as = (user: SignedIn) => ({ token: service.tokens[user] });
const customers = (query: Query = {}, user: SignedIn = 'owner') => service.read(listCustomers, { ...as(user), query });

describe('GET /api/customers', () => {
  it('lists customers by id, with the position of the page', async () => {
    const { data, sums, ...envelope } = await customers({ start: 1, limit: 2 });
    expect(envelope).toEqual({ start: 1, limit: 2, count: 2, total: 4 });
    expect(data.map(({ id }) => id)).toEqual([CUSTOMER.vries, CUSTOMER.mees]);
    expect(sums).toBeNull();
  });

  it('has sums over all selected customers, and orders change them in order', async () => {
    const { sums } = await customers({ sort: '-turnover_wt', limit: 2 });
    expect(sums).toEqual({ order_count: 6, turnover_wt: 211.1, open_invoices_wt: 108.9 });
  });

  it.each([SEGMENT.beta, 999_999])('refuses segment %i, which does not exist', async (id) => {
    expect(await service.refusal('GET', `/api/customers?segment_id=${id}`, as('owner'))).toMatchObject({
      ...{ status: 400, message: `segment_id ${id} does not exist.` },
    });
  });

  it('lowers a limit above its cap', async () => {
    expect(await customers({ limit: 251 })).toMatchObject({ limit: 250 });
  });
});

describe('GET /api/customers/{id}', () => {
  it('returns the customer as in the list', async () => {
    const { data } = await customers({ limit: 1 });
    expect(await service.read(readCustomer, { ...as('owner'), id: CUSTOMER.zon })).toEqual(data[0]);
  });

  it.each<[string, SignedIn, number]>([
    ['is unknown', 'owner', 999_999],
    ['belongs to another account', 'owner', CUSTOMER.beta],
    ['bought nothing at the locked location', 'staff', CUSTOMER.vries],
  ])('returns a 404 if the id %s', async (_, user, id) => {
    expect(await service.refusal('GET', `/api/customers/${id}`, as(user))).toMatchObject({
      status: 404,
      message: `There is no customer ${id}.`,
    });
  });
});

describe('GET /api/segments', () => {
  const segments = (user: SignedIn) => service.read(listSegments, as(user));

  it('lists the segments of the account with their number of customers', async () => {
    expect(await segments('owner')).toEqual({
      count: 3,
      total: 3,
      data: [
        { id: SEGMENT.business, title: 'Zakelijk', customer_count: 1 },
        { id: SEGMENT.regular, title: 'Vaste klanten', customer_count: 3 },
        { id: SEGMENT.nobody, title: 'Niemand', customer_count: 0 },
      ],
    });
  });

  it('is not paginated', async () => {
    expect((await service.refusal('GET', '/api/segments?start=0', as('owner'))).status).toBe(400);
  });
});
