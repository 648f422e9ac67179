import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { OracleSources } from '../../support/report-oracle.ts';
import { LOCATION, SHOP } from '../../support/shop-fixture.ts';
import { type Fact, factOfEach, type Visit } from '../fact.ts';
import { ALWAYS, OCTOBER, RANGES } from '../known-shop.ts';
import { drained } from './lists.ts';

/** Every order of a range with its lines, as the caller sees them. Figures can be computed from it. */
export async function allOrders(
  platform: Platform,
  caller: Caller,
  range: { readonly from: string; readonly to: string } = ALWAYS,
): Promise<Required<Order>[]> {
  const { from, to } = range;
  const rows = await drained((page) =>
    platform.listOrders(caller, { from, to, ...page, include: ['items', 'payments'] }),
  );
  return rows.map(({ items = [], payments = [], ...order }) => ({ ...order, items, payments }));
}

export interface ReportRange {
  readonly from: string;
  readonly to: string;
  readonly location_id?: number[];
  readonly shop_id?: number[];
}

/** The input of the oracle of the financial report, all read through the port. */
export async function readSources(
  platform: Platform,
  caller: Caller,
  { from, to, location_id, shop_id }: ReportRange,
): Promise<OracleSources> {
  const isChosen = (shopId: number, locationId: number | null) =>
    (location_id === undefined || location_id.some((id) => id === locationId)) &&
    (shop_id === undefined || shop_id.includes(shopId));
  const shops = await platform.listReference(caller, 'shops');
  const orders = await allOrders(platform, caller, { from, to });
  return {
    orders: orders.filter((order) => isChosen(order.shop_id, order.location_id)),
    shops: shops.filter((shop) => isChosen(shop.id, shop.location_id)),
    rates: await platform.listReference(caller, 'taxRates'),
    groups: await platform.listReference(caller, 'turnoverGroups'),
  };
}

type Asking = { readonly title: string; readonly user: 'owner' | 'staff' | 'beta' } & ReportRange;

const LOCATIONS = [
  ...Object.entries(LOCATION).map(([name, id]) => ({ title: `October in ${name}`, ...OCTOBER, location_id: [id] })),
  { title: 'October in two locations', ...OCTOBER, location_id: [LOCATION.amsterdam, LOCATION.utrecht] },
];

const SHOPS = [
  ...Object.entries(SHOP).map(([name, id]) => ({ title: `October in the shop ${name}`, ...OCTOBER, shop_id: [id] })),
  { title: 'October in two shops', ...OCTOBER, shop_id: [SHOP.utrecht1, SHOP.webshop] },
  {
    title: 'October in the shops of a location among others',
    ...{ ...OCTOBER, location_id: [LOCATION.utrecht], shop_id: [SHOP.utrecht1, SHOP.amsterdam] },
  },
];

const MONTHS = { from: '2026-03-29', to: '2026-10-25' };

const ASKINGS: readonly Asking[] = [
  ...[...RANGES, ...LOCATIONS, ...SHOPS, { title: 'all days', ...ALWAYS }].map((range) => ({
    ...range,
    user: 'owner' as const,
  })),
  { title: 'October', user: 'staff', ...OCTOBER },
  { title: 'October in another location', user: 'staff', ...OCTOBER, location_id: [LOCATION.amsterdam] },
  { title: 'October in that location and others', user: 'staff', ...OCTOBER, location_id: Object.values(LOCATION) },
  { title: 'October in a shop', user: 'staff', ...OCTOBER, shop_id: [SHOP.utrecht1] },
  { title: 'October in a shop of another location', user: 'staff', ...OCTOBER, shop_id: [SHOP.webshop] },
  { title: 'all days', user: 'beta', ...ALWAYS },
  { title: 'whole months and days before and after', user: 'owner', ...MONTHS },
  { title: 'whole months and days before and after', user: 'staff', ...MONTHS },
  {
    title: 'whole months and days before and after, in a shop without a location',
    ...{ user: 'owner', ...MONTHS, shop_id: [SHOP.webshop] },
  },
];

/** The same fact about a report for every range, location and caller that can make a difference. */
export function reportFacts(
  name: string,
  check: (visit: Visit, range: ReportRange, user: Asking['user']) => Promise<void>,
): Fact[] {
  return factOfEach(
    ASKINGS,
    ({ title, user }) => `${name}: ${title}, for ${user}`,
    (visit, { title, user, ...range }) => check(visit, range, user),
  );
}
