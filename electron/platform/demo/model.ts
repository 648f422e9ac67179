import type { LocationsTable, ShopsTable, TaxRatesTable, TurnoverGroupsTable } from '../../store/schema.ts';
import { type Catalog, makeCatalog } from './catalog.ts';
import { type Customers, makeCustomers } from './customers.ts';
import type { DemoProfile } from './demo-profile.ts';
import { makeSegments, type Segments } from './segments.ts';
import { locationRows, shopRows, turnoverGroupRows } from './sites.ts';
import { openRateBook, type RateBook, taxRateRows } from './tax-registry.ts';

/** Everything of a demo account that its seed alone decides, whatever the date. */
export interface DemoModel {
  readonly profile: DemoProfile;
  readonly seed: number;
  readonly locations: readonly LocationsTable[];
  readonly shops: readonly ShopsTable[];
  /** Each shop with its part of the orders. */
  readonly weightedShops: readonly (readonly [shop: ShopsTable, weight: number])[];
  readonly groups: readonly TurnoverGroupsTable[];
  readonly rates: readonly TaxRatesTable[];
  readonly rateOf: RateBook;
  readonly catalog: Catalog;
  readonly customers: Customers;
  readonly segments: Segments;
}

export function makeModel(profile: DemoProfile, seed: number): DemoModel {
  const rates = taxRateRows(profile.ids);
  const rateOf = openRateBook(rates);
  const shops = shopRows(profile);
  const customers = makeCustomers(profile, seed);
  return {
    profile,
    seed,
    locations: locationRows(profile),
    shops,
    weightedShops: shops.map((shop, index) => [shop, profile.shops[index]?.weight ?? 0]),
    groups: turnoverGroupRows(profile),
    rates,
    rateOf,
    catalog: makeCatalog(profile, seed, rateOf),
    customers,
    segments: makeSegments(profile, seed, customers),
  };
}
