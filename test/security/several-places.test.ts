import { describe, expect, it } from 'vitest';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { LOCATION, SHOP } from '../support/shop-fixture.ts';
import { perFile } from '../support/test-scope.ts';

/**
 * The attack: among ids of one's own a list names one of another location or account, so that its orders come along, or
 * the answer tells that it exists.
 */
const service = await perFile(startFixtureService);

const as = (user: SignedIn) => ({ token: service.tokens[user] });

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const RANGE = 'from=2026-10-01&to=2026-10-31';

const PATHS = [
  `/api/orders?${RANGE}`,
  `/api/discount-orders?${RANGE}`,
  `/api/financial-report?${RANGE}`,
  `/api/order-items?${RANGE}`,
  `/api/order-payments?${RANGE}`,
  `/api/reports/turnover-by-day?${RANGE}`,
  `/api/reports/payments?${RANGE}`,
  '/api/reports/day-closing?date=2026-10-05',
  `/api/reports/product-sales?${RANGE}`,
];

const FOREIGN: readonly (readonly [SignedIn, 'location_id' | 'shop_id', own: number, foreign: number])[] = [
  ['staff', 'location_id', LOCATION.utrecht, LOCATION.amsterdam],
  ['owner', 'location_id', LOCATION.utrecht, LOCATION.beta],
  ['owner', 'location_id', LOCATION.utrecht, SHOP.utrecht1],
  ['staff', 'shop_id', SHOP.utrecht1, SHOP.amsterdam],
  ['owner', 'shop_id', SHOP.utrecht1, SHOP.beta],
  ['owner', 'shop_id', SHOP.utrecht1, LOCATION.utrecht],
];

describe('one foreign id among several', () => {
  it.each(FOREIGN)('is refused to the %s as it is alone: %s %d,%d', async (user, name, own, foreign) => {
    for (const path of PATHS) {
      const alone = await service.refusal('GET', `${path}&${name}=${foreign}`, as(user));
      expect(alone, path).toMatchObject({ status: 400, message: `${name} ${foreign} does not exist.` });
      for (const ids of [`${own},${foreign}`, `${foreign},${own}`]) {
        const among = await service.refusal('GET', `${path}&${name}=${ids}`, as(user));
        expect({ ...among, request_id: '' }, `${path} ${ids}`).toEqual({ ...alone, request_id: '' });
      }
    }
  });
});

describe('several of one’s own', () => {
  it('select what each selects, and the answer says which they are', async () => {
    const ids = [LOCATION.utrecht, LOCATION.amsterdam];
    const location_id = ids.join(',');
    const both = await service.read(listOrders, { ...as('owner'), query: { ...OCTOBER, location_id, limit: 250 } });
    const each = [];
    for (const id of ids) {
      const query = { ...OCTOBER, location_id: id, limit: 250 };
      each.push(...(await service.read(listOrders, { ...as('owner'), query })).data);
    }
    expect(new Set(both.data.map(({ id }) => id))).toEqual(new Set(each.map(({ id }) => id)));
    expect(both.total).toBe(each.length);

    const report = await service.read(readFinancialReport, { ...as('owner'), query: { ...OCTOBER, location_id } });
    expect(report).toMatchObject({ location_id: null, location_ids: ids });
    const one = { ...OCTOBER, location_id: LOCATION.utrecht };
    const ofOne = await service.read(readFinancialReport, { ...as('owner'), query: one });
    expect(ofOne.location_id).toBe(LOCATION.utrecht);
    expect(ofOne).not.toHaveProperty('location_ids');

    const shops: number[] = [SHOP.utrecht1, SHOP.amsterdam];
    const ofShops = await service.read(readFinancialReport, {
      ...as('owner'),
      query: { ...OCTOBER, shop_id: shops.join(',') },
    });
    expect(ofShops).toMatchObject({ location_id: null, shop_id: null, shop_ids: shops });
    expect(ofShops.shops?.map(({ shop_id }) => shop_id)).toEqual(shops.toSorted((one, other) => one - other));
    const discounts = await service.read(listDiscountOrders, {
      ...as('owner'),
      query: { ...OCTOBER, shop_id: shops.join(',') },
    });
    expect(discounts).toMatchObject({ shop_id: null, shop_ids: shops });
    expect(discounts.data.length).toBeGreaterThan(0);
    expect(discounts.data.every((row) => shops.includes(row.shop_id))).toBe(true);
  });
});
