import type { Generated } from 'kysely';

/**
 * Instants are milliseconds since the epoch. Versions belong to a feed of an account and only increase. Only the
 * functions of `record-changes.ts` write these tables.
 */
export interface ChangesSchema {
  feeds: FeedsTable;
  product_changes: ProductChangesTable;
  stock_changes: StockChangesTable;
  order_changes: OrderChangesTable;
}

/** The version and time of the last change of a feed. Both only increase. */
export interface FeedsTable {
  account_id: number;
  feed: 'products' | 'orders';
  version: number;
  changed_at: number;
  /** Random text that the database creates with the first change. Versions of another era are meaningless. */
  era: Generated<string>;
}

/** The latest change of each product, including removed ones. */
export interface ProductChangesTable {
  account_id: number;
  product_id: number;
  version: number;
  changed_at: number;
  /** Version of the latest change that all locations see, so not of stock. */
  shared_version: number;
  shared_changed_at: number;
  /** `shared_version` for readers who are locked to a location. `null` if it is the same. */
  shared_own_version: Generated<number | null>;
}

/** The latest change of the stock of a product at a location. */
export interface StockChangesTable {
  account_id: number;
  product_id: number;
  location_id: number;
  version: number;
  changed_at: number;
  /** `version` for readers who are locked to the location. `null` if it is the same. */
  own_version: Generated<number | null>;
}

/** The latest change of each order, including removed ones. */
export interface OrderChangesTable {
  account_id: number;
  order_id: number;
  version: number;
  changed_at: number;
  location_id: number | null;
  is_deleted: 0 | 1;
  /** As `own_version` of stock. */
  own_version: Generated<number | null>;
}
