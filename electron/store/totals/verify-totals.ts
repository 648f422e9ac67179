import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InstantRange } from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { type CustomerRange, isInRange, readCustomerRanges } from './customer-ranges.ts';
import { readTotalsDifferences, type TotalsDifference } from './totals-differences.ts';
import {
  type AccountMonth,
  type CalendarDay,
  isStoredIn,
  listDays,
  readMonths,
  readStoredShops,
} from './totals-months.ts';
import { CUSTOMER_TOTALS, getStoredTotals, PRODUCT_TOTALS, TOTALS, type TotalsTable } from './totals-tables.ts';

/**
 * A part of the totals that is verified and rebuilt at once: a month of reports and products, or a range of customers.
 */
export type TotalsPart = AccountMonth | CustomerRange;

/** Lists parts that cover all totals, including those of missing records. */
export async function readTotalsParts(db: StoreDb): Promise<readonly TotalsPart[]> {
  return [...(await readMonths(db)), ...(await readCustomerRanges(db))];
}

/**
 * Compares a part of the totals, and the local days of its orders, with the orders. Reads in one transaction, so orders
 * may be written at the same time.
 */
export function verifyPart(db: StoreDb, part: TotalsPart): Promise<TotalsDifference[]> {
  return inTransaction(db, (transaction) =>
    'month' in part ? verifyMonth(transaction, part) : verifyCustomers(transaction, part),
  );
}

function verifyCustomers(db: StoreDb, range: CustomerRange): Promise<TotalsDifference[]> {
  return readTotalsDifferences(db, {
    stored: CUSTOMER_TOTALS,
    isCompared: isInRange(range, CUSTOMER_TOTALS.table),
    common: { account_id: range.accountId },
    expected: selectCustomerTotals(range),
  });
}

async function verifyMonth(db: StoreDb, accountMonth: AccountMonth): Promise<TotalsDifference[]> {
  const { accountId, month } = accountMonth;
  const days = listDays(month);
  const wasBought = wasBoughtIn(accountId, { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 });
  const differences = await verifyLocalDays(db, accountMonth);
  for (const totals of TOTALS) {
    const right = selectTotals[totals.byDay];
    const isInDays = isStoredIn('day', accountMonth, await readStoredShops(db, totals.byDay, accountId));
    const dayDifferences = await readTotalsDifferences(db, {
      stored: getStoredTotals('day', totals),
      isCompared: isInDays,
      common: { account_id: accountId },
      expected: right(wasBought, getPurchaseDay(days)),
    });
    const monthDifferences = await readTotalsDifferences(db, {
      stored: getStoredTotals('month', totals),
      isCompared: isStoredIn('month', accountMonth, await readStoredShops(db, totals.byMonth, accountId)),
      common: { account_id: accountId, month },
      expected: dayDifferences.length === 0 ? sumDays(totals, isInDays) : right(wasBought, ALL_DAYS),
    });
    differences.push(...dayDifferences, ...monthDifferences);
  }
  const productDifferences = await readTotalsDifferences(db, {
    stored: PRODUCT_TOTALS,
    isCompared: sql<SqlBool>`account_id = ${accountId} and month = ${month}`,
    common: { account_id: accountId, month },
    expected: selectProductTotals(wasBought),
  });
  return [...differences, ...productDifferences];
}

/** Sums the month from its correct days, which avoids reading the orders again. */
function sumDays({ byDay, keys, sums }: TotalsTable, isInDays: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const columns = sql.join(['shop_id', ...Object.keys(keys)].map((key) => sql.id(key)));
  const summed = Object.keys(sums).map((sum) => sql`sum(${sql.id(sum)}) as ${sql.id(sum)}`);
  return sql`select ${columns}, ${sql.join(summed)} from ${sql.id(byDay)} where ${isInDays} group by ${columns}`;
}

/** The same value for all days, to sum the month. */
const ALL_DAYS = sql<number>`0`;

/** Derived from the instants of the days, not from `local_day` of orders. */
function getPurchaseDay(days: readonly CalendarDay[]): RawBuilder<number> {
  if (days.length === 0) return ALL_DAYS;
  const cases = days.map(({ day, end }) => sql`when bought.date_purchased < ${sql.lit(end)} then ${sql.lit(day)}`);
  return sql<number>`case ${sql.join(cases, sql` `)} end`;
}

async function verifyLocalDays(db: StoreDb, { accountId, month }: AccountMonth): Promise<TotalsDifference[]> {
  const differences: TotalsDifference[] = [];
  for (const { day, start, end } of listDays(month)) {
    const wrong = await db
      .selectFrom('orders')
      .select(['id', 'local_day'])
      .where('account_id', '=', accountId)
      .where('date_purchased', '>=', start)
      .where('date_purchased', '<', end)
      .where('local_day', '!=', day)
      .orderBy('id')
      .execute();
    for (const { id, local_day } of wrong) {
      const key = { account_id: accountId, id };
      differences.push({ table: 'orders', key, column: 'local_day', stored: local_day, expected: day });
    }
  }
  return differences;
}

function wasBoughtIn(accountId: number, { start, end }: InstantRange): RawBuilder<unknown> {
  return sql`bought.account_id = ${accountId} and bought.date_purchased >= ${start} and bought.date_purchased < ${end}`;
}

const isExcluded = sql`bought.status in ('new', 'on_hold', 'cancelled')`;

const hasReturn = sql`0 < (select count(line.id) from order_items as line
  where line.order_id = bought.id and line.type = 'product' and line.quantity < 0)`;

/** Builds a query for the correct totals of the orders in `bought`, per day. */
type SelectTotals = (bought: RawBuilder<unknown>, day: RawBuilder<number>) => RawBuilder<unknown>;

/** Written independently of the code that maintains the totals, to check it. */
const selectTotals: Readonly<Record<TotalsTable['byDay'], SelectTotals>> = {
  item_totals_by_day: (bought, day) => sql`
    select bought.shop_id, ${day} as day, bought.payment_term, bought.is_paid, line.type,
      case when line.product_group_id is null then 0 else line.product_group_id end as product_group_id,
      case when line.tax_rate_id is null then 0 else line.tax_rate_id end as tax_rate_id,
      case when line.quantity >= 0 then 0 else 1 end as is_return,
      count(line.id) as items,
      sum(line.value_ex) as value_ex, sum(line.value_wt) as value_wt, sum(line.cost_ex) as cost_ex
    from order_items as line, orders as bought
    where line.order_id = bought.id and ${bought} and not ${isExcluded}
    group by bought.shop_id, day, bought.payment_term, bought.is_paid, line.type,
      line.product_group_id, line.tax_rate_id, line.quantity >= 0`,
  payment_totals_by_day: (bought, day) => sql`
    select bought.shop_id, ${day} as day, payment.provider_id, count(payment.id) as payments, sum(payment.amount) as amount
    from order_payments as payment, orders as bought
    where payment.order_id = bought.id and ${bought} and not ${isExcluded} and bought.payment_term <> 'invoice'
    group by bought.shop_id, day, payment.provider_id`,
  order_totals_by_day: (bought, day) => sql`
    select bought.shop_id, ${day} as day, bought.status, bought.payment_term, bought.is_paid, count(bought.id) as orders,
      count(case when ${hasReturn} then bought.id end) as returns,
      count(case when bought.discount_wt > 0 then bought.id end) as discounted_orders,
      sum(bought.discount_wt) as discount_wt, sum(bought.value_wt) as value_wt
    from orders as bought
    where ${bought}
    group by bought.shop_id, day, bought.status, bought.payment_term, bought.is_paid`,
};

function selectProductTotals(bought: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select line.product_id, bought.shop_id,
      case when bought.location_id is null then 0 else bought.location_id end as location_id,
      case when line.product_group_id is null then 0 else line.product_group_id end as product_group_id,
      count(line.id) as items, sum(line.quantity) as quantity,
      sum(line.value_ex) as value_ex, sum(line.value_wt) as value_wt,
      sum(line.discount_wt) as discount_wt, sum(line.cost_ex) as cost_ex
    from order_items as line, orders as bought
    where line.order_id = bought.id and ${bought} and not ${isExcluded}
      and line.type = 'product' and line.product_id is not null
    group by line.product_id, bought.shop_id, bought.location_id, line.product_group_id`;
}

function selectCustomerTotals(range: CustomerRange): RawBuilder<unknown> {
  return sql`
    select bought.customer_id, case when bought.location_id is null then 0 else bought.location_id end as location_id,
      count(distinct bought.id) as orders,
      sum(case when line.type in ('product', 'rounding') then line.value_wt else 0 end) as turnover_wt
    from orders as bought
    left join order_items as line on line.order_id = bought.id
    where ${isInRange(range, 'bought')} and not ${isExcluded}
    group by bought.customer_id, bought.location_id`;
}
