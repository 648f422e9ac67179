import type { FeedName } from '../../../electron/platform/platform.ts';
import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { LOCATION } from '../../support/shop-fixture.ts';

export interface RecordKey {
  readonly account: number;
  readonly feed: FeedName;
  readonly id: number;
}

/** A record in the store, and its change in the feed. */
export interface StoredRecord extends RecordKey {
  /** The version of its change in the feed; 0 if there is none. */
  readonly version: number;
  /** The version of the latest change that a user locked to Utrecht sees; `null` if they never saw one. */
  readonly versionInUtrecht: number | null;
  /** The version that such a user gets for that change. */
  readonly shownInUtrecht: number | null;
  /** The whole record as JSON; `null` if it does not exist. */
  readonly state: string | null;
}

/** A record that an action wrote, as the action reports it. */
export interface WrittenRecord extends RecordKey {
  /** Whether a user who is locked to Utrecht sees the change. */
  readonly isSeenInUtrecht: boolean;
}

/** What a commit did to a record, as reported on standard output. */
export interface WrittenChange extends WrittenRecord, StoredRecord {
  /** The version of the feed before the commit; that of the change must be higher. */
  readonly feedBefore: number;
}

/** The latest versions in the feeds of an account. */
export interface FeedVersions extends Readonly<Record<FeedName, number>> {
  readonly account: number;
}

/** A webhook of the loop, and what its receiver may get. */
export interface Subscriber {
  readonly webhookId: number;
  readonly account: number;
  readonly events: readonly WebhookEvent[];
  /** Whether a user who is locked to Utrecht subscribed it. */
  readonly isInUtrecht: boolean;
  readonly secret: string;
}

export const FEED_OF = { 'order.updated': 'orders', 'product.updated': 'products' } as const;

/** The name of a record in ledgers and sentences. */
export function recordOf({ account, feed, id }: RecordKey): string {
  return `${account}/${feed}/${id}`;
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

const ofStockInUtrecht = (version: string) => `
  coalesce((select ${version} from stock_changes
    where account_id = ?1 and product_id = wanted.id and location_id = ${LOCATION.utrecht}), 0)`;

const OWN_VERSION = 'coalesce(own_version, version)';

/** The content is read from the tables of the records; only the versions come from the feed. */
const RECORDS: Readonly<Record<FeedName, (ids: string) => string>> = {
  orders: (ids) => `
    select ?1 as account, 'orders' as feed, wanted.id as id, coalesce(version, 0) as version,
      iif(location_id = ${LOCATION.utrecht}, version, null) as versionInUtrecht,
      iif(location_id = ${LOCATION.utrecht}, ${OWN_VERSION}, null) as shownInUtrecht, (${STATE_OF_ORDER}) as state
    from (${ids}) as wanted left join order_changes on account_id = ?1 and order_id = wanted.id`,
  products: (ids) => `
    select ?1 as account, 'products' as feed, wanted.id as id, coalesce(version, 0) as version,
      max(shared_version, ${ofStockInUtrecht('version')}) as versionInUtrecht,
      max(coalesce(shared_own_version, shared_version), ${ofStockInUtrecht(OWN_VERSION)}) as shownInUtrecht,
      (${STATE_OF_PRODUCT}) as state
    from (${ids}) as wanted left join product_changes on account_id = ?1 and product_id = wanted.id`,
};

const CHANGED: Readonly<Record<FeedName, string>> = {
  orders: 'select order_id from order_changes where account_id = ?1',
  products: 'select product_id from product_changes where account_id = ?1',
};

/** Parameters: the account, a JSON array of ids. */
export function namedRecords(feed: FeedName): string {
  return RECORDS[feed]('select value as id from json_each(?2)');
}

/**
 * Parameters: the account, a JSON array of ids, and a version: records with a later change in the feed are included.
 */
export function namedOrChangedRecords(feed: FeedName): string {
  return RECORDS[feed](`select value as id from json_each(?2) union ${CHANGED[feed]} and version > ?3`);
}

/** Everything in the tables, and everything in the feed. Parameter: the account. */
export function allRecords(feed: FeedName): string {
  return RECORDS[feed](`select id from ${feed} where account_id = ?1 union ${CHANGED[feed]}`);
}
