import type { Generated } from 'kysely';

/**
 * Instants are milliseconds since the epoch. Versions are those of a feed of an account, and only grow. All tables are
 * written by the functions of `record-changes.ts`.
 */
export interface ChangesSchema {
  feeds: FeedsTable;
  product_changes: ProductChangesTable;
  stock_changes: StockChangesTable;
  order_changes: OrderChangesTable;
}

/** The version of the last change of a feed, and its moment: both only grow. */
export interface FeedsTable {
  account_id: number;
  feed: 'products' | 'orders';
  version: number;
  changed_at: number;
  /** Random, from the database with the first change: versions of another era mean nothing. */
  era: Generated<string>;
}

/** The latest change of each product that ever was. */
export interface ProductChangesTable {
  account_id: number;
  product_id: number;
  version: number;
  changed_at: number;
  /** Of the latest change of what is the same at every location: not of stock. */
  shared_version: number;
  shared_changed_at: number;
  /** `shared_version` for readers who are locked to a location; null where it is the same. */
  shared_own_version: Generated<number | null>;
}

/** The latest change of the stock of a product at a location. */
export interface StockChangesTable {
  account_id: number;
  product_id: number;
  location_id: number;
  version: number;
  changed_at: number;
  /** `version` for readers who are locked to the location; null where it is the same. */
  own_version: Generated<number | null>;
}

/** The latest change of each order that ever was. */
export interface OrderChangesTable {
  account_id: number;
  order_id: number;
  version: number;
  changed_at: number;
  location_id: number | null;
  is_deleted: 0 | 1;
  /** As that of stock. */
  own_version: Generated<number | null>;
}
