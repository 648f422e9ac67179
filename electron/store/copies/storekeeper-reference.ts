import { sql } from 'kysely';
import { COPIED_ACCOUNT } from './copy-store.ts';
import type { StoreKeeperDb } from './storekeeper-copy-store.ts';

/** The location of each shop that the copy has, by the id of the shop. */
export async function readShopLocations(db: StoreKeeperDb): Promise<ReadonlyMap<number, number | null>> {
  const rows = await db
    .selectFrom('shops')
    .select(['id', 'location_id'])
    .where('account_id', '=', COPIED_ACCOUNT)
    .execute();
  return new Map(rows.map(({ id, location_id }) => [id, location_id]));
}

/** Ids of all VAT rates of the copy. */
export async function readTaxRateIds(db: StoreKeeperDb): Promise<Set<number>> {
  const rows = await db.selectFrom('tax_rates').select('id').where('account_id', '=', COPIED_ACCOUNT).execute();
  return new Set(rows.map(({ id }) => id));
}

const ACTIVE_FLAGS = { shops: 'is_active', locations: 'is_active', payment_providers: 'is_published' } as const;

/** Shops or locations become inactive, payment methods unpublished, but for those that are listed. They stay as rows. */
export async function withdrawUnlisted(
  db: StoreKeeperDb,
  table: keyof typeof ACTIVE_FLAGS,
  listedIds: readonly number[],
): Promise<void> {
  const flag = sql.id(ACTIVE_FLAGS[table]);
  await sql`
    update ${sql.id(table)} set ${flag} = 0
    where account_id = ${COPIED_ACCOUNT} and ${flag} = 1
      and id not in (select value from json_each(${JSON.stringify(listedIds)}))`.execute(db);
}

/** The id of the active location among these, where exactly one is; else null. */
export async function readOnlyActive(db: StoreKeeperDb, ids: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from locations where is_active = 1
      and id in (select value from json_each(${JSON.stringify(ids)})) limit 2`.execute(db);
  const [first, ...others] = rows;
  return first !== undefined && others.length === 0 ? first.id : null;
}
