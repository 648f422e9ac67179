import type { Role } from '../../../shared/contract/auth.ts';
import type { CompanyDetails } from '../../../shared/contract/company.ts';
import type { LocationsTable, ShopsTable } from '../../store/schema.ts';

/** Describes a demo account. Everything else is drawn from its seed. */
export interface DemoProfile {
  readonly accountName: string;
  readonly company: CompanyDetails;
  readonly ids: IdRanges;
  readonly users: readonly DemoUser[];
  readonly locations: readonly DemoLocation[];
  readonly shops: readonly DemoShop[];
  readonly groups: readonly DemoGroup[];
  readonly customerCount: number;
  /** Orders on an average day, without follow-ups. */
  readonly ordersPerDay: number;
  /** Number of lines of a basket, with weights. Default: those of a small shop. */
  readonly basketSizes?: readonly (readonly [lines: number, weight: number])[];
}

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Index in `locations`; `null` for a user who sees all of them. */
  readonly lockedTo: number | null;
}

export type DemoLocation = Pick<LocationsTable, 'title' | 'street' | 'house_number' | 'postal_code' | 'city'>;

export interface DemoShop extends Pick<ShopsTable, 'title' | 'type'> {
  /** Index in `locations`. */
  readonly location: number | null;
  readonly weight: number;
}

export interface DemoGroup {
  /** Ledger code, unique in the account. */
  readonly code: string;
  readonly title: string;
  readonly ranges: readonly ProductRange[];
}

/** The number before the first id of each kind. Ranges do not overlap. Locations and shops share one. */
export interface IdRanges {
  readonly account: number;
  readonly users: number;
  readonly sites: number;
  readonly groups: number;
  readonly providers: number;
  readonly rates: number;
  readonly customers: number;
  readonly segments: number;
  readonly products: number;
  readonly shopProducts: number;
  readonly prices: number;
  /** Ids of items and payments are derived from the order id. */
  readonly orders: number;
  /** Orders of the live till, which are numbered consecutively; see live/live-orders.ts. */
  readonly liveOrders: number;
}

export const FIRST_ACCOUNT_IDS: IdRanges = {
  account: 1,
  users: 10,
  sites: 100,
  groups: 300,
  providers: 500,
  rates: 1_000,
  customers: 20_000,
  segments: 700,
  products: 100_000,
  shopProducts: 400_000,
  prices: 700_000,
  orders: 0,
  liveOrders: 200_000_000,
};

export const SECOND_ACCOUNT_IDS: IdRanges = {
  account: 2,
  users: 60,
  sites: 200,
  groups: 400,
  providers: 600,
  rates: 2_000,
  customers: 60_000,
  segments: 800,
  products: 200_000,
  shopProducts: 500_000,
  prices: 800_000,
  orders: 10_000_000,
  liveOrders: 600_000_000,
};

/** Ids of the account that replaces the first one in a generated store, with up to millions of records of each kind. */
export const CHAIN_ACCOUNT_IDS: IdRanges = {
  ...FIRST_ACCOUNT_IDS,
  customers: 1_000_000,
  products: 10_000_000,
  shopProducts: 20_000_000,
  prices: 30_000_000,
  orders: 100_000_000,
};

/** The rate of a product in a country depends on its class, not on the percentage. */
export type RateClass = 'standard' | 'reduced' | 'zero' | 'exempt';

export type SellingUnit = 'kilogram' | 'metre';

/** Name with the lowest and highest price in euros, including VAT. */
export type Thing = readonly [name: string, lowEuros: number, highEuros: number];

/** Products with similar titles: combinations of things, looks and variants, `count` in total. */
export interface ProductRange {
  readonly count: number;
  readonly rate: RateClass;
  /** Default: sold by the piece. */
  readonly unit?: SellingUnit;
  /** Services have no stock. Default: goods. */
  readonly isService?: true;
  readonly things: readonly Thing[];
  /** Follows the thing after a space; empty for none. Default: none. */
  readonly looks?: readonly string[];
  /** Ends the title and includes its separator; empty for none. Default: none. */
  readonly variants?: readonly string[];
  /** Names of series, if the words do not allow enough titles. Default: none. */
  readonly series?: readonly string[];
}
