import { describe, expect, it } from 'vitest';
import { listLocations, readLocation } from '../../shared/contract/locations.ts';
import { listPaymentMethods, listPaymentProviders } from '../../shared/contract/payment-methods.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { GROUP, LOCATION, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

const as = (user: SignedIn) => ({ token: service.tokens[user] });
const idsOf = (rows: ReadonlyArray<{ id: number }>) => rows.map(({ id }) => id);

describe('GET /api/shops', () => {
  it('lists the sales channels of the account', async () => {
    const { count, total, data } = await service.read(listShops, as('owner'));
    expect({ count, total, ids: idsOf(data) }).toEqual({
      count: 4,
      total: 4,
      ids: [SHOP.utrecht1, SHOP.utrecht2, SHOP.amsterdam, SHOP.webshop],
    });
    expect(data.at(-1)).toEqual({
      id: SHOP.webshop,
      title: 'Webshop',
      type: 'webshop',
      location_id: null,
      country_iso2: 'NL',
      currency: 'EUR',
      is_active: true,
    });
  });

  it('lists only those of the locked location', async () => {
    const { total, data } = await service.read(listShops, as('staff'));
    expect({ total, ids: idsOf(data) }).toEqual({ total: 2, ids: [SHOP.utrecht1, SHOP.utrecht2] });
  });

  it('is not paginated', async () => {
    expect((await service.refusal('GET', '/api/shops?limit=1', as('owner'))).status).toBe(400);
  });
});

describe('GET /api/locations', () => {
  it('lists the sites of the account, including closed ones', async () => {
    const { data } = await service.read(listLocations, as('owner'));
    expect(idsOf(data)).toEqual([LOCATION.utrecht, LOCATION.amsterdam, LOCATION.arnhem]);
    expect(data.at(-1)).toMatchObject({ title: 'Arnhem', postal_code: '3511 AA', is_active: false });
  });

  it('lists only the locked one', async () => {
    expect(idsOf((await service.read(listLocations, as('staff'))).data)).toEqual([LOCATION.utrecht]);
  });
});

describe('GET /api/locations/{id}', () => {
  it('returns a location', async () => {
    const location = await service.read(readLocation, { ...as('owner'), id: LOCATION.amsterdam });
    expect(location).toMatchObject({ id: LOCATION.amsterdam, title: 'Amsterdam' });
  });

  it.each<[string, SignedIn, number]>([
    ['is unknown', 'owner', 999_999],
    ['belongs to another account', 'owner', LOCATION.beta],
    ['is a shop', 'owner', SHOP.utrecht1],
    ['is not the locked one', 'staff', LOCATION.amsterdam],
  ])('returns a 404 if the id %s', async (_, user, id) => {
    expect(await service.refusal('GET', `/api/locations/${id}`, as(user))).toMatchObject({
      status: 404,
      message: `There is no location ${id}.`,
    });
  });
});

describe('GET /api/turnover-groups', () => {
  it('lists the groups of the account with their codes', async () => {
    const { total, data } = await service.read(listTurnoverGroups, as('owner'));
    expect(total).toBe(4);
    expect(data).toContainEqual({ id: GROUP.books, code: '8000', title: 'Boeken' });
    expect(idsOf((await service.read(listTurnoverGroups, as('beta'))).data)).toEqual([GROUP.beta]);
  });
});

describe('GET /api/tax-rates', () => {
  const rates = (query: Record<string, string> = {}) => service.read(listTaxRates, { ...as('owner'), query });

  it('lists the rates of a country, highest first', async () => {
    const { count, total, data } = await rates({ country_iso2: 'NL' });
    expect({ count, total }).toEqual({ count: 4, total: 4 });
    expect(idsOf(data)).toEqual([RATE.nl21, RATE.nl9, RATE.nl0, RATE.nlExempt]);
    expect(data[0]).toEqual({ id: RATE.nl21, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_standard' });
  });

  it('lists every rate if no country is given, Austria first', async () => {
    const { data } = await rates();
    expect(data.map(({ country_iso2, value }) => `${country_iso2} ${value}`)).toEqual([
      'AT 20',
      'AT 10',
      'BE 21',
      'DE 19',
      'NL 21',
      'NL 9',
      'NL 0',
      'NL 0',
    ]);
  });

  it('lists none for an unknown country', async () => {
    expect(await rates({ country_iso2: 'US' })).toEqual({ count: 0, total: 0, data: [] });
  });

  it('accepts only two upper-case letters', async () => {
    const refusal = await service.refusal('GET', '/api/tax-rates?country_iso2=nl', as('owner'));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('country_iso2') });
  });
});

describe('GET /api/payment-methods', () => {
  it('lists what customers can pay with: the default first, then alphabetically regardless of accents', async () => {
    const { count, total, data } = await service.read(listPaymentMethods, as('owner'));
    expect({ count, total }).toEqual({ count: 4, total: 4 });
    expect(idsOf(data)).toEqual([PROVIDER.pin, PROVIDER.cash, PROVIDER.voucher, PROVIDER.ideal]);
    expect(data.map(({ is_default }) => is_default)).toEqual([true, false, false, false]);
  });
});

describe('GET /api/payment-providers', () => {
  it('lists every method that a payment may name, including internal ones, by id', async () => {
    const { data } = await service.read(listPaymentProviders, as('owner'));
    const { beta, ...alpha } = PROVIDER;
    expect(idsOf(data)).toEqual(Object.values(alpha).toSorted((a, b) => a - b));
    expect(idsOf(data)).not.toContain(beta);
  });
});
