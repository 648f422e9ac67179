import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createPlaceTerm, type ReportOf } from '../../support/report-sql.ts';

type Db = Kysely<StoreSchema>;

/**
 * The local date of a purchase. Summer time is from 01:00 UTC on the last Sunday of March to that of October.
 * Independent of the program's calendar.
 */
const LOCAL_DATE = `date(date_purchased / 1000 + case
  when date_purchased / 1000 >= unixepoch(strftime('%Y', date_purchased / 1000, 'unixepoch') || '-03-25', 'weekday 0', '+1 hour')
   and date_purchased / 1000 <  unixepoch(strftime('%Y', date_purchased / 1000, 'unixepoch') || '-10-25', 'weekday 0', '+1 hour')
  then 7200 else 3600 end, 'unixepoch')`;

const STEPS = [
  'drop table if exists temp.counting_orders',
  'drop table if exists temp.day_items',
  'drop table if exists temp.day_payments',
  `create temp table counting_orders as
    select orders.id, orders.account_id, ${LOCAL_DATE} as date, orders.payment_term, orders.is_paid,
      shops.id as shop_id, shops.location_id
    from orders join shops on shops.id = orders.shop_id
    where orders.status in ('processing', 'complete', 'refunded')`,
  `create temp table day_items as
    select bought.account_id, date, payment_term, is_paid, shop_id, location_id, type, product_group_id, tax_rate_id,
      sign(quantity) as quantity, sum(value_ex) as value_ex, sum(value_wt) as value_wt, sum(cost_ex) as cost_ex
    from temp.counting_orders as bought join order_items on order_items.order_id = bought.id
    group by bought.account_id, date, payment_term, is_paid, shop_id, type, product_group_id, tax_rate_id,
      sign(quantity)`,
  `create temp table day_payments as
    select bought.account_id, date, payment_term, is_paid, shop_id, location_id, provider_id, sum(amount) as amount
    from temp.counting_orders as bought join order_payments on order_payments.order_id = bought.id
    group by bought.account_id, date, payment_term, is_paid, shop_id, provider_id`,
  'create index temp.day_items_by_date on day_items (account_id, date)',
  'create index temp.day_payments_by_date on day_payments (account_id, date)',
];

/** Sums the items and payments of all counting orders by local date once, in temporary tables of the connection. */
export async function sumDayLines(db: Db): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(db);
}

/** Writes the lines of a report to the temporary tables that `queryReport` reads. Needs `sumDayLines` first. */
export async function collectDayLines(db: Db, { accountId, from, to, ...of }: ReportOf): Promise<void> {
  const place = createPlaceTerm(of);
  for (const lines of ['items', 'payments']) {
    await sql.raw(`drop table if exists temp.report_${lines}`).execute(db);
    await sql
      .raw(`create temp table report_${lines} as select * from temp.day_${lines}
        where account_id = ${accountId} and date between '${from}' and '${to}' ${place}`)
      .execute(db);
  }
}
