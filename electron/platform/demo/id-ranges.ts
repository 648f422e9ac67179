/**
 * The number before the first id of each kind. Ranges of two accounts never meet, and neither do those of two
 * kinds where one could be taken for the other: locations and shops share one range.
 */
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
  /** Orders of the live till, which is numbered on and on; see live/order-numbers.ts. */
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
