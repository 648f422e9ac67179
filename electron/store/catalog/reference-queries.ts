import { type SqlBool, sql } from 'kysely';
import { INTERNAL_PROVIDER_TYPES } from '../../../shared/contract/payment-methods.ts';
import { isCustomerInScope } from '../orders/customers-queries.ts';
import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';

export type SegmentRecord = Awaited<ReturnType<typeof readSegments>>[number];

/** Reads shops, sorted by id. If the scope has a location, only its shops. */
export function readShops(db: StoreDb, { accountId, locationId, hasOrderLocations }: StoreScope) {
  const hasOrdersAtLocation = sql<SqlBool>`exists (select 1 from orders
    where orders.shop_id = shops.id and orders.location_id = ${locationId})`;
  return db
    .selectFrom('shops')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(locationId !== null, (shops) =>
      hasOrderLocations ? shops.where(hasOrdersAtLocation) : shops.where('location_id', '=', locationId),
    )
    .orderBy('id')
    .execute();
}

/** Reads locations, sorted by id. If the scope has a location, only that one. */
export function readLocations(db: StoreDb, { accountId, locationId }: StoreScope) {
  return db
    .selectFrom('locations')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(locationId !== null, (locations) => locations.where('id', '=', Number(locationId)))
    .orderBy('id')
    .execute();
}

export function readTurnoverGroups(db: StoreDb, accountId: number) {
  return db
    .selectFrom('turnover_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('code')
    .orderBy('id')
    .execute();
}

/** Reads VAT rates: Austria first, then by country, by descending value, and by id. */
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

/** Reads all providers, including internal and unpublished ones, sorted by id. */
export function readPaymentProviders(db: StoreDb, accountId: number) {
  return db.selectFrom('payment_providers').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

/** Reads published providers that customers can use, sorted by id. */
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

/** Reads segments with the number of their visible customers, sorted by id. */
export function readSegments(db: StoreDb, scope: StoreScope) {
  return db
    .selectFrom('segments')
    .selectAll('segments')
    .select((eb) =>
      eb
        .selectFrom('customer_segments')
        .innerJoin('customers', 'customers.id', 'customer_segments.customer_id')
        .whereRef('customer_segments.segment_id', '=', 'segments.id')
        .where(isCustomerInScope(scope))
        .select(({ fn }) => fn.countAll<number>().as('customer_count'))
        .$asScalar()
        .$notNull()
        .as('customer_count'),
    )
    .where('segments.account_id', '=', scope.accountId)
    .orderBy('segments.id')
    .execute();
}
