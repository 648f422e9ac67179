import { type SqlBool, sql } from 'kysely';
import { INTERNAL_PROVIDER_TYPES } from '../../../shared/contract/payment-methods.ts';
import { customersInScope } from '../orders/customers-queries.ts';
import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';

export type SegmentRecord = Awaited<ReturnType<typeof readSegments>>[number];

/** Shops by id; those of one location where the scope has one. */
export function readShops(db: StoreDb, { accountId, locationId, placesByOrder }: StoreScope) {
  const hasSoldThere = sql<SqlBool>`exists (select 1 from orders
    where orders.shop_id = shops.id and orders.location_id = ${locationId})`;
  return db
    .selectFrom('shops')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(locationId !== null, (shops) =>
      placesByOrder ? shops.where(hasSoldThere) : shops.where('location_id', '=', locationId),
    )
    .orderBy('id')
    .execute();
}

/** Locations by id; the one of the scope where it has one. */
export function readLocations(db: StoreDb, { accountId, locationId }: StoreScope) {
  return db
    .selectFrom('locations')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(locationId !== null, (locations) => locations.where('id', '=', Number(locationId)))
    .orderBy('id')
    .execute();
}

/** Groups by code, then id. */
export function readTurnoverGroups(db: StoreDb, accountId: number) {
  return db
    .selectFrom('turnover_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('code')
    .orderBy('id')
    .execute();
}

/** Rates of Austria first, then by country; within one by value descending, then id. */
export function readTaxRates(db: StoreDb, accountId: number, country?: string) {
  return db
    .selectFrom('tax_rates')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(country !== undefined, (rates) => rates.where('country_iso2', '=', country ?? ''))
    .orderBy((eb) => eb.case().when('country_iso2', '=', 'AT').then(eb.lit(0)).else(eb.lit(1)).end())
    .orderBy('country_iso2')
    .orderBy('value_hundredths', 'desc')
    .orderBy('id')
    .execute();
}

/** Every provider of the account, by id; internal and unpublished ones too. */
export function readPaymentProviders(db: StoreDb, accountId: number) {
  return db.selectFrom('payment_providers').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

/** Published, customer-facing providers, by id. */
export function readPublishedProviders(db: StoreDb, accountId: number) {
  return db
    .selectFrom('payment_providers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_published', '=', 1)
    .where('type_alias', 'not in', INTERNAL_PROVIDER_TYPES)
    .orderBy('id')
    .execute();
}

/** Segments by id, each with the number of its visible customers. */
export function readSegments(db: StoreDb, scope: StoreScope) {
  return db
    .selectFrom('segments')
    .selectAll('segments')
    .select((eb) =>
      eb
        .selectFrom('customer_segments')
        .innerJoin('customers', 'customers.id', 'customer_segments.customer_id')
        .whereRef('customer_segments.segment_id', '=', 'segments.id')
        .where(customersInScope(scope))
        .select(({ fn }) => fn.countAll<number>().as('customer_count'))
        .$asScalar()
        .$notNull()
        .as('customer_count'),
    )
    .where('segments.account_id', '=', scope.accountId)
    .orderBy('segments.id')
    .execute();
}
