import type { FeedName } from '../../../electron/platform/platform.ts';
import { LOCATION } from '../../support/shop-fixture.ts';

/** What a commit did to a record, as it is told on standard output and as it is found in the store. */
export interface WrittenChange {
  readonly account: number;
  readonly feed: FeedName;
  readonly id: number;
  readonly version: number;
  /** Of the latest change that who is locked to Utrecht sees; null where they never saw one. */
  readonly versionInUtrecht: number | null;
  /** All of the record as JSON; null where it is deleted. */
  readonly state: string | null;
}

/** How far the feeds of an account are. */
export type FeedVersions = Readonly<Record<FeedName, number>>;

export const ACCOUNTS = [1, 2] as const;

/** Parameter: the account. */
export const FEED_VERSIONS = `
  select coalesce(max(iif(feed = 'orders', version, null)), 0) as orders,
    coalesce(max(iif(feed = 'products', version, null)), 0) as products
  from feeds where account_id = ?1`;

const STATE_OF_ORDER = `
  select json_array(status, is_paid, value_wt, date_updated,
    (select json_group_array(json_array(id, product_id, quantity, value_wt)) from order_items where order_id = orders.id),
    (select json_group_array(json_array(id, amount)) from order_payments where order_id = orders.id))
  from orders where id = order_changes.order_id`;

const STATE_OF_PRODUCT = `
  select json_array(title,
    (select json_group_array(json_array(id, ppu, ppu_wt)) from product_prices where product_id = products.id),
    (select json_group_array(json_array(location_id, quantity)) from stock where product_id = products.id))
  from products where id = product_changes.product_id`;

const STOCK_VERSION_IN_UTRECHT = `
  select version from stock_changes where stock_changes.account_id = product_changes.account_id
    and stock_changes.product_id = product_changes.product_id and location_id = ${LOCATION.utrecht}`;

/** Parameters: the account, and the versions of its orders and products after which to begin. */
export const CHANGES_SINCE = `
  select account_id as account, 'orders' as feed, order_id as id, version,
    iif(location_id = ${LOCATION.utrecht}, version, null) as versionInUtrecht, (${STATE_OF_ORDER}) as state
  from order_changes where account_id = ?1 and version > ?2
  union all
  select account_id, 'products', product_id, version,
    max(shared_version, coalesce((${STOCK_VERSION_IN_UTRECHT}), 0)), (${STATE_OF_PRODUCT})
  from product_changes where account_id = ?1 and version > ?3`;
