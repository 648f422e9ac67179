import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { ItemType, PaymentTerm } from '../../../shared/contract/orders.ts';
import type { Tally } from '../asked-reports.ts';
import type { Feed } from './read-feed.ts';

/** The orders that a user may see, as the store identifies them. */
export interface StoredOrders {
  readonly db: Kysely<StoreSchema>;
  readonly accountId: number;
  /** The location that the user is locked to. */
  readonly locationId: number | null;
}

/** Compares the sums of a feed, by day, with those of the stored rows. */
export async function proveFeed(who: string, feed: Feed, stored: StoredOrders, tally: Tally): Promise<void> {
  tally.compare(`${who}, the feed and the stored rows`, listFeedSums(feed), await queryStoredSums(stored));
}

/** Sums by day and by everything that a figure distinguishes. */
type Sums = Readonly<Record<string, Readonly<Record<string, number>>>>;

function listFeedSums({ days }: Feed): Sums {
  const sums = [...days].flatMap(([date, day]) => [
    ...[...day.items].map(([key, { quantity, ex, wt, discount, cost }]) => {
      return [`${date},${key}`, { quantity, ex, wt, discount, cost }] as const;
    }),
    ...[...day.payments].map(([key, { payments, amount }]) => [`${date},${key}`, { payments, amount }] as const),
  ]);
  return Object.fromEntries(sums);
}

/**
 * The local date of a purchase. Summer time is from 01:00 UTC on the last Sunday of March to that of October.
 * Independent of the program's calendar.
 */
const LOCAL_DATE = sql<string>`date(date_purchased / 1000 + case
  when date_purchased / 1000 >= unixepoch(strftime('%Y', date_purchased / 1000, 'unixepoch') || '-03-25', 'weekday 0', '+1 hour')
   and date_purchased / 1000 <  unixepoch(strftime('%Y', date_purchased / 1000, 'unixepoch') || '-10-25', 'weekday 0', '+1 hour')
  then 7200 else 3600 end, 'unixepoch')`;

interface ItemKey {
  readonly date: string;
  readonly shop_id: number;
  readonly payment_term: PaymentTerm;
  readonly is_paid: number;
  readonly type: ItemType;
  readonly is_return: number;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
}

interface PaymentKey {
  readonly date: string;
  readonly shop_id: number;
  readonly provider_id: number;
}

type SumsOf<Names extends string> = Readonly<Record<Names, number>>;

async function queryStoredSums({ db, accountId, locationId }: StoredOrders): Promise<Sums> {
  const counting = sql`(select orders.id, ${LOCAL_DATE} as date, payment_term, is_paid, shop_id
    from orders join shops on shops.id = shop_id
    where orders.account_id = ${accountId} and status in ('processing', 'complete', 'refunded')
      and (${locationId} is null or shops.location_id = ${locationId})) as counting`;
  const items = await sql<ItemKey & SumsOf<'quantity' | 'ex' | 'wt' | 'discount' | 'cost'>>`
    select date, shop_id, payment_term, is_paid, type, quantity < 0 as is_return, product_group_id, tax_rate_id,
      sum(quantity) * 10 as quantity, sum(value_ex) as ex, sum(value_wt) as wt, sum(discount_wt) as discount,
      sum(cost_ex) as cost
    from ${counting} join order_items on order_id = counting.id
    group by date, shop_id, payment_term, is_paid, type, quantity < 0, product_group_id, tax_rate_id`.execute(db);
  const payments = await sql<PaymentKey & SumsOf<'payments' | 'amount'>>`
    select date, shop_id, provider_id, count(*) as payments, sum(amount) as amount
    from ${counting} join order_payments on order_id = counting.id
    where payment_term = 'direct' group by date, shop_id, provider_id`.execute(db);
  return Object.fromEntries([
    ...items.rows.map(
      ({ date, shop_id, payment_term, is_paid, type, is_return, product_group_id, tax_rate_id, ...sums }) => {
        const key = [shop_id, payment_term, is_paid === 1, type, is_return === 1, product_group_id, tax_rate_id];
        return [[date, ...key].join(), sums] as const;
      },
    ),
    ...payments.rows.map(({ date, shop_id, provider_id, ...sums }) => {
      return [[date, shop_id, provider_id].join(), sums] as const;
    }),
  ]);
}
