import type { Role } from '../../../shared/contract/auth.ts';
import type { CompanyDetails } from '../../../shared/contract/company.ts';
import type { LocationsTable, ShopsTable } from '../../store/schema.ts';

/** What one demo account looks like; everything else is drawn from its seed. */
export interface DemoProfile {
  readonly accountName: string;
  readonly company: CompanyDetails;
  readonly ids: IdRanges;
  readonly users: readonly DemoUser[];
  readonly locations: readonly DemoLocation[];
  readonly shops: readonly DemoShop[];
  readonly groups: readonly DemoGroup[];
  readonly customerCount: number;
  /** Orders on an average day, before the follow-ups of earlier ones. */
  readonly ordersPerDay: number;
  /** How many lines a basket has, with weights. Default: those of a small shop. */
  readonly basketSizes?: readonly (readonly [lines: number, weight: number])[];
}

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Index in `locations`; null for a user who sees all of them. */
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

/** The number before the first id of each kind. No two ranges overlap; locations and shops share one. */
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
  /** Items and payments are numbered from their order's id. */
  readonly orders: number;
  /** Orders of the live till, which is numbered on and on; see live/live-orders.ts. */
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

/** Of the account that takes the place of the first one in a generated store: up to millions of each kind. */
export const CHAIN_ACCOUNT_IDS: IdRanges = {
  ...FIRST_ACCOUNT_IDS,
  customers: 1_000_000,
  products: 10_000_000,
  shopProducts: 20_000_000,
  prices: 30_000_000,
  orders: 100_000_000,
};

/** What a product costs in a country depends on the class, not on the percentage. */
export type RateClass = 'standard' | 'reduced' | 'zero' | 'exempt';

export type SellingUnit = 'kilogram' | 'metre';

/** Name with the lowest and highest price in euros, VAT included. */
export type Thing = readonly [name: string, lowEuros: number, highEuros: number];

/** Products that share a kind of title: every thing in every look and variant, as many of them as `count`. */
export interface ProductRange {
  readonly count: number;
  readonly rate: RateClass;
  /** Default: sold by the piece. */
  readonly unit?: SellingUnit;
  /** Has no stock. Default: goods. */
  readonly isService?: true;
  readonly things: readonly Thing[];
  /** Follows the thing after a space; empty for none. Default: none. */
  readonly looks?: readonly string[];
  /** Ends the title and brings its own separator; empty for none. Default: none. */
  readonly variants?: readonly string[];
  /** What the same things come in, where words alone do not make that many titles. Default: none. */
  readonly series?: readonly string[];
}
