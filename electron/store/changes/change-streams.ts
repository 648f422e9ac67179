import { type RawBuilder, sql } from 'kysely';
import type { StoreScope } from '../store-scope.ts';
import type { FeedsTable } from './changes-schema.ts';

export type Feed = FeedsTable['feed'];

/** A change in a feed: what it is of, its version, its moment. */
export interface ChangeKey {
  readonly id: number;
  readonly version: number;
  readonly changed_at: number;
}

/** Changes that an index has in the order of their versions. */
export interface ChangeStream {
  /** Whoever sees them. */
  readonly all: RawBuilder<ChangeKey>;
  /** Those that the scope sees and that no other stream of the feed overtook: together each record is there once. */
  readonly seen: RawBuilder<ChangeKey>;
}

/** Where the changes of a feed are found that a scope sees. */
export function changeStreams(feed: Feed, { accountId, locationId }: StoreScope): readonly ChangeStream[] {
  if (feed === 'orders') return [ordersOf(accountId, locationId)];
  if (locationId === null) return [productsOf(accountId)];
  return [sharedOf(accountId, locationId), stockOf(accountId, locationId)];
}

function ordersOf(accountId: number, locationId: number | null): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select order_id as id, version, changed_at from order_changes where account_id = ${accountId}`;
  return { all, seen: locationId === null ? all : sql`${all} and location_id = ${locationId}` };
}

function productsOf(accountId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at from product_changes where account_id = ${accountId}`;
  return { all, seen: all };
}

/** Changes of what a product is at every location. */
function sharedOf(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, shared_version as version, shared_changed_at as changed_at
    from product_changes as shared where account_id = ${accountId}`;
  const later = sql`select 1 from stock_changes as later
    where later.account_id = ${accountId} and later.product_id = shared.product_id
      and later.location_id = ${locationId} and later.version > shared.shared_version`;
  return { all, seen: sql`${all} and not exists (${later})` };
}

function stockOf(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at
    from stock_changes as stocked where account_id = ${accountId} and location_id = ${locationId}`;
  const later = sql`select 1 from product_changes as later
    where later.account_id = ${accountId} and later.product_id = stocked.product_id
      and later.shared_version >= stocked.version`;
  return { all, seen: sql`${all} and not exists (${later})` };
}
