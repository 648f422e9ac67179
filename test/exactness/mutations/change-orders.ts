import { type Kysely, sql } from 'kysely';
import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { MUTATION_KINDS, type MutationKind } from './mutation-kinds.ts';
import { changesBetween, readContributions } from './order-contributions.ts';

type Db = Kysely<StoreSchema>;

/** An order of which one value was changed. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly orderId: number;
  readonly accountId: number;
  readonly locationId: number;
  readonly shopId: number;
  readonly day: number;
  /** By the name of a sum of the totals, what it is off now. */
  readonly changes: ReadonlyMap<string, number>;
}

/** An order in which to change something. */
type Place = Pick<Mutation, 'orderId' | 'accountId' | 'locationId' | 'shopId' | 'day'> & {
  readonly rowId: number;
};

/**
 * Changes up to `count` values, each in another shop and month and on another day of a location, past everything that
 * keeps the totals. Kinds take turns.
 */
export async function changeOrders(db: Db, count: number, seed: number): Promise<Mutation[]> {
  const random = randomStream(seed, 'mutations');
  const mutations: Mutation[] = [];
  const taken = new Set<string>();
  for (const shopMonth of random.shuffled(await readShopMonths(db))) {
    const kind = MUTATION_KINDS[mutations.length % MUTATION_KINDS.length];
    if (!kind || mutations.length >= count) break;
    const place = await drawPlace(db, random, kind, shopMonth);
    if (!place || taken.has(`${place.locationId}/${place.day}`)) continue;
    taken.add(`${place.locationId}/${place.day}`);
    const { rowId, ...where } = place;
    mutations.push({ kind, ...where, changes: await change(db, kind, where.orderId, rowId) });
  }
  return mutations;
}

async function change(db: Db, kind: MutationKind, orderId: number, rowId: number) {
  const before = await readContributions(db, orderId);
  await sql`update ${sql.table(kind.table)} set ${sql.raw(kind.set)} where id = ${rowId}`.execute(db);
  return changesBetween(before, await readContributions(db, orderId));
}

interface ShopMonth {
  readonly account_id: number;
  readonly shop_id: number;
  readonly month: number;
}

/** Of shops at a location, so that the report of a day and place has one change in it. */
async function readShopMonths(db: Db): Promise<ShopMonth[]> {
  const { rows } = await sql<ShopMonth>`
    select distinct account_id, shop_id, month from order_totals_by_month
    where shop_id in (select id from shops where location_id is not null)
    order by shop_id, month`.execute(db);
  return rows;
}

async function drawPlace(
  db: Db,
  random: Random,
  { table, condition }: MutationKind,
  { account_id, shop_id, month }: ShopMonth,
): Promise<Place | null> {
  const joined = table === 'orders' ? '' : `join ${table} as line on line.order_id = orders.id`;
  const row = table === 'orders' ? 'orders.id' : 'line.id';
  const { rows } = await sql<Place>`
    select orders.id as "orderId", ${sql.raw(row)} as "rowId", orders.account_id as "accountId",
      (select location_id from shops where id = orders.shop_id) as "locationId",
      orders.shop_id as "shopId", orders.local_day as "day"
    from orders ${sql.raw(joined)}
    where orders.account_id = ${account_id} and orders.shop_id = ${shop_id}
      and orders.date_purchased between ${aboutMonth(month, 0)} and ${aboutMonth(month, 1)}
      and orders.local_day between ${month * 100} and ${month * 100 + 31}
      and orders.status in ('processing', 'complete', 'refunded') and ${sql.raw(condition)}
    order by orders.id, ${sql.raw(row)}`.execute(db);
  return rows.length === 0 ? null : random.pick(rows);
}

/** An instant more than a day before the month, or after it where `months` is 1: the index needs no more. */
function aboutMonth(month: number, months: 0 | 1): number {
  const day = months === 0 ? -1 : 3;
  return Date.UTC(Math.floor(month / 100), (month % 100) - 1 + months, day);
}
