import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { CalendarDay } from './totals-months.ts';
import type { TotalsTable } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

/** A row of a totals table: keys and sums by column. */
export type TotalsRow = Readonly<Record<string, number | string>>;

/**
 * What the totals of a day have to be, out of its orders. Written apart from how totals are kept, so that one
 * proves the other.
 */
export async function readRightTotals(
  db: Db,
  { byDay }: TotalsTable,
  accountId: number,
  { day, start, end }: CalendarDay,
): Promise<TotalsRow[]> {
  const bought = sql`bought.account_id = ${accountId}
    and bought.date_purchased >= ${start} and bought.date_purchased < ${end}`;
  const { rows } = await rightTotals[byDay](bought).execute(db);
  return rows.map((row) => ({ ...row, account_id: accountId, day }));
}

const isLeftOut = sql`bought.status in ('new', 'on_hold', 'cancelled')`;

type RightTotals = (bought: RawBuilder<unknown>) => RawBuilder<Record<string, number | string>>;

const rightTotals: Readonly<Record<TotalsTable['byDay'], RightTotals>> = {
  item_totals_by_day: (bought) => sql`
    select bought.shop_id, bought.payment_term, bought.is_paid, line.type,
      case when line.product_group_id is null then 0 else line.product_group_id end as product_group_id,
      case when line.tax_rate_id is null then 0 else line.tax_rate_id end as tax_rate_id,
      case when line.quantity >= 0 then 0 else 1 end as is_return,
      count(line.id) as items, sum(line.quantity) as quantity,
      sum(line.value_ex) as value_ex, sum(line.value_wt) as value_wt,
      sum(line.discount_wt) as discount_wt, sum(line.cost_ex) as cost_ex
    from order_items as line, orders as bought
    where line.order_id = bought.id and ${bought} and not ${isLeftOut}
    group by bought.shop_id, bought.payment_term, bought.is_paid, line.type,
      line.product_group_id, line.tax_rate_id, line.quantity >= 0`,
  payment_totals_by_day: (bought) => sql`
    select bought.shop_id, payment.provider_id, count(payment.id) as payments, sum(payment.amount) as amount
    from order_payments as payment, orders as bought
    where payment.order_id = bought.id and ${bought} and not ${isLeftOut} and bought.payment_term <> 'invoice'
    group by bought.shop_id, payment.provider_id`,
  order_totals_by_day: (bought) => sql`
    select bought.shop_id, bought.status, bought.payment_term, bought.is_paid, count(bought.id) as orders,
      count(back.order_id) as returns,
      count(case when bought.discount_wt > 0 then bought.id end) as discounted_orders,
      sum(bought.discount_wt) as discount_wt, sum(bought.value_ex) as value_ex, sum(bought.value_wt) as value_wt
    from orders as bought
    left join (
      select distinct line.order_id
      from order_items as line, orders as bought
      where line.order_id = bought.id and ${bought} and line.type = 'product' and line.quantity < 0
    ) as back on back.order_id = bought.id
    where ${bought}
    group by bought.shop_id, bought.status, bought.payment_term, bought.is_paid`,
};
