import type { FeedName } from '../../../electron/platform/platform.ts';
import { LOCATION } from '../../support/shop-fixture.ts';

export interface RecordKey {
  readonly account: number;
  readonly feed: FeedName;
  readonly id: number;
}

/** A record as the store has it, and what the feed has of it. */
export interface StoredRecord extends RecordKey {
  /** Of its change in the feed; 0 where there is none. */
  readonly version: number;
  /** Of the latest change that who is locked to Utrecht sees; null where they never saw one. */
  readonly versionInUtrecht: number | null;
  /** All of the record as JSON; null where it is not there. */
  readonly state: string | null;
}

/** How far the feeds of an account are. */
export interface FeedVersions extends Readonly<Record<FeedName, number>> {
  readonly account: number;
}

export const ACCOUNTS = [1, 2] as const;
export const FEEDS: readonly FeedName[] = ['orders', 'products'];

/** Parameter: the account. */
export const FEED_VERSIONS = `
  select ?1 as account, coalesce(max(iif(feed = 'orders', version, null)), 0) as orders,
    coalesce(max(iif(feed = 'products', version, null)), 0) as products
  from feeds where account_id = ?1`;

const STATE_OF_ORDER = `
  select json_array(status, is_paid, value_wt, date_updated,
    (select json_group_array(json_array(id, product_id, quantity, value_wt)) from order_items where order_id = orders.id),
    (select json_group_array(json_array(id, amount)) from order_payments where order_id = orders.id))
  from orders where id = wanted.id`;

const STATE_OF_PRODUCT = `
  select json_array(title,
    (select json_group_array(json_array(id, ppu, ppu_wt)) from product_prices where product_id = products.id),
    (select json_group_array(json_array(location_id, quantity)) from stock where product_id = products.id))
  from products where id = wanted.id`;

const STOCK_VERSION_IN_UTRECHT = `
  select version from stock_changes
  where account_id = ?1 and product_id = wanted.id and location_id = ${LOCATION.utrecht}`;

/** What is there is read from the tables of the records: the feed is believed in nothing but its versions. */
const RECORDS: Readonly<Record<FeedName, (ids: string) => string>> = {
  orders: (ids) => `
    select ?1 as account, 'orders' as feed, wanted.id as id, coalesce(version, 0) as version,
      iif(location_id = ${LOCATION.utrecht}, version, null) as versionInUtrecht, (${STATE_OF_ORDER}) as state
    from (${ids}) as wanted left join order_changes on account_id = ?1 and order_id = wanted.id`,
  products: (ids) => `
    select ?1 as account, 'products' as feed, wanted.id as id, coalesce(version, 0) as version,
      max(shared_version, coalesce((${STOCK_VERSION_IN_UTRECHT}), 0)) as versionInUtrecht,
      (${STATE_OF_PRODUCT}) as state
    from (${ids}) as wanted left join product_changes on account_id = ?1 and product_id = wanted.id`,
};

const ID_OF = { orders: 'order_id', products: 'product_id' } as const;

/** Parameters: the account, a JSON array of ids. */
export function namedRecords(feed: FeedName): string {
  return RECORDS[feed]('select value as id from json_each(?2)');
}

/** Parameters: the account, a JSON array of ids, and a version: what the feed has above it is there as well. */
export function namedOrChangedRecords(feed: FeedName): string {
  const changed = `select ${ID_OF[feed]} from ${changesOf(feed)} where account_id = ?1 and version > ?3`;
  return RECORDS[feed](`select value as id from json_each(?2) union ${changed}`);
}

/** All that is there, and all that the feed has. Parameter: the account. */
export function allRecords(feed: FeedName): string {
  const changed = `select ${ID_OF[feed]} from ${changesOf(feed)} where account_id = ?1`;
  return RECORDS[feed](`select id from ${feed} where account_id = ?1 union ${changed}`);
}

function changesOf(feed: FeedName): string {
  return feed === 'orders' ? 'order_changes' : 'product_changes';
}
