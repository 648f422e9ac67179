import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InstantRange } from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { type CustomerRange, isInRange, readCustomerRanges } from './customer-ranges.ts';
import { readTotalsDifferences, type TotalsDifference, type TotalsRow } from './totals-differences.ts';
import {
  type AccountMonth,
  type CalendarDay,
  daysOf,
  isStoredOf,
  readMonths,
  readStoredShops,
} from './totals-months.ts';
import { CUSTOMER_TOTALS, PRODUCT_TOTALS, TOTALS, type TotalsTable } from './totals-tables.ts';

/**
 * Compares all stored totals, and the local days of the orders, with the orders. Each month, and each range of customers,
 * is read in one transaction: no more than that is in memory, and orders may be written meanwhile.
 */
export async function* verifyTotals(db: StoreDb): AsyncGenerator<TotalsDifference> {
  for (const month of await readMonths(db)) yield* await verifyMonth(db, month);
  yield* await verifyCustomers(db);
}

/** The totals of customers that differ from their orders. */
export async function verifyCustomers(db: StoreDb): Promise<TotalsDifference[]> {
  const differences: TotalsDifference[] = [];
  for (const range of await readCustomerRanges(db)) {
    const ofRange = await readTotalsDifferences(db, {
      stored: CUSTOMER_TOTALS,
      isCompared: isInRange(range, CUSTOMER_TOTALS.table),
      common: { account_id: range.accountId },
      right: rightCustomerTotals(range),
    });
    differences.push(...ofRange);
  }
  return differences;
}

/** The differences of one of the months that `readMonths` gives. */
export function verifyMonth(db: StoreDb, month: AccountMonth): Promise<TotalsDifference[]> {
  return inTransaction(db, (transaction) => differencesOf(transaction, month));
}

async function differencesOf(db: StoreDb, month: AccountMonth): Promise<TotalsDifference[]> {
  const differences = await verifyLocalDays(db, month);
  for (const totals of TOTALS) {
    const ofDays: TotalsRow[] = [];
    for (const day of daysOf(month.month)) ofDays.push(...(await readRightTotals(db, totals, month.accountId, day)));
    const storedDays = await readStored(db, totals.byDay, 'day', month);
    const storedMonth = await readStored(db, totals.byMonth, 'month', month);
    differences.push(
      ...compare(totals, { table: totals.byDay, period: 'day' }, storedDays, ofDays),
      ...compare(totals, { table: totals.byMonth, period: 'month' }, storedMonth, monthOut(totals, ofDays, month)),
    );
  }
  return [...differences, ...(await verifyProducts(db, month))];
}

function verifyProducts(db: StoreDb, { accountId, month }: AccountMonth): Promise<TotalsDifference[]> {
  const isOfMonth = sql<SqlBool>`account_id = ${accountId} and month = ${month}`;
  return readTotalsDifferences(db, {
    stored: PRODUCT_TOTALS,
    isCompared: isOfMonth,
    common: { account_id: accountId, month },
    right: rightProductTotals(accountId, daysOf(month)),
  });
}

async function verifyLocalDays(db: StoreDb, { accountId, month }: AccountMonth): Promise<TotalsDifference[]> {
  const differences: TotalsDifference[] = [];
  for (const { day, start, end } of daysOf(month)) {
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
      differences.push({ table: 'orders', key, column: 'local_day', kept: local_day, right: day });
    }
  }
  return differences;
}

async function readStored(db: StoreDb, table: string, period: 'day' | 'month', of: AccountMonth): Promise<TotalsRow[]> {
  const isStored = isStoredOf(period, of, await readStoredShops(db, table, of.accountId));
  const { rows } = await sql<TotalsRow>`select * from ${sql.id(table)} where ${isStored}`.execute(db);
  return rows;
}

/** The totals of the month as sums of those of its days. */
function monthOut({ keys, sums }: TotalsTable, days: readonly TotalsRow[], of: AccountMonth): TotalsRow[] {
  const columns = ['account_id', 'shop_id', ...Object.keys(keys)];
  const byKey = Map.groupBy(days, (row) => JSON.stringify(pick(row, columns)));
  return [...byKey.values()].map((rows) => ({
    ...pick(rows[0] ?? {}, columns),
    month: of.month,
    ...Object.fromEntries(Object.keys(sums).map((sum) => [sum, rows.reduce((all, row) => all + Number(row[sum]), 0)])),
  }));
}

function compare(
  { keys, sums }: TotalsTable,
  { table, period }: { readonly table: string; readonly period: string },
  kept: readonly TotalsRow[],
  right: readonly TotalsRow[],
): TotalsDifference[] {
  const columns = ['account_id', 'shop_id', period, ...Object.keys(keys)];
  const byKey = (rows: readonly TotalsRow[]) => new Map(rows.map((row) => [JSON.stringify(pick(row, columns)), row]));
  const [storedByKey, rightByKey] = [byKey(kept), byKey(right)];
  return [...new Set([...storedByKey.keys(), ...rightByKey.keys()])].flatMap((text) => {
    const [storedRow, rightRow] = [storedByKey.get(text), rightByKey.get(text)];
    const key = pick(storedRow ?? rightRow ?? {}, columns);
    return Object.keys(sums)
      .map((column) => ({ table, key, column, kept: valueIn(storedRow, column), right: valueIn(rightRow, column) }))
      .filter((found) => found.kept !== found.right);
  });
}

function pick(row: TotalsRow, columns: readonly string[]): TotalsRow {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? 0]));
}

function valueIn(row: TotalsRow | undefined, column: string): number | null {
  return row === undefined ? null : Number(row[column]);
}

/** The correct totals of a day, from its orders. Written independently of how totals are maintained, as a check of it. */
async function readRightTotals(
  db: StoreDb,
  { byDay }: TotalsTable,
  accountId: number,
  { day, ...range }: CalendarDay,
): Promise<TotalsRow[]> {
  const { rows } = await rightTotals[byDay](boughtIn(accountId, range)).execute(db);
  return rows.map((row) => ({ ...row, account_id: accountId, day }));
}

function boughtIn(accountId: number, { start, end }: InstantRange): RawBuilder<unknown> {
  return sql`bought.account_id = ${accountId} and bought.date_purchased >= ${start} and bought.date_purchased < ${end}`;
}

const isLeftOut = sql`bought.status in ('new', 'on_hold', 'cancelled')`;

type RightTotals = (bought: RawBuilder<unknown>) => RawBuilder<Record<string, number | string>>;

const rightTotals: Readonly<Record<TotalsTable['byDay'], RightTotals>> = {
  item_totals_by_day: (bought) => sql`
    select bought.shop_id, bought.payment_term, bought.is_paid, line.type,
      case when line.product_group_id is null then 0 else line.product_group_id end as product_group_id,
      case when line.tax_rate_id is null then 0 else line.tax_rate_id end as tax_rate_id,
      case when line.quantity >= 0 then 0 else 1 end as is_return,
      count(line.id) as items,
      sum(line.value_ex) as value_ex, sum(line.value_wt) as value_wt, sum(line.cost_ex) as cost_ex
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
      sum(bought.discount_wt) as discount_wt, sum(bought.value_wt) as value_wt
    from orders as bought
    left join (
      select distinct line.order_id
      from order_items as line, orders as bought
      where line.order_id = bought.id and ${bought} and line.type = 'product' and line.quantity < 0
    ) as back on back.order_id = bought.id
    where ${bought}
    group by bought.shop_id, bought.status, bought.payment_term, bought.is_paid`,
};

/** The correct totals of products in the days of a month; none for a number that is no month. */
function rightProductTotals(accountId: number, days: readonly CalendarDay[]): RawBuilder<unknown> {
  const range = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  return sql`
    select line.product_id, bought.shop_id,
      case when bought.location_id is null then 0 else bought.location_id end as location_id,
      case when line.product_group_id is null then 0 else line.product_group_id end as product_group_id,
      count(line.id) as items, sum(line.quantity) as quantity,
      sum(line.value_ex) as value_ex, sum(line.value_wt) as value_wt,
      sum(line.discount_wt) as discount_wt, sum(line.cost_ex) as cost_ex
    from order_items as line, orders as bought
    where line.order_id = bought.id and ${boughtIn(accountId, range)} and not ${isLeftOut}
      and line.type = 'product' and line.product_id is not null
    group by line.product_id, bought.shop_id, bought.location_id, line.product_group_id`;
}

function rightCustomerTotals(range: CustomerRange): RawBuilder<unknown> {
  return sql`
    select bought.customer_id, case when bought.location_id is null then 0 else bought.location_id end as location_id,
      count(distinct bought.id) as orders,
      sum(case when line.type in ('product', 'rounding') then line.value_wt else 0 end) as turnover_wt
    from orders as bought
    left join order_items as line on line.order_id = bought.id
    where ${isInRange(range, 'bought')} and not ${isLeftOut}
    group by bought.customer_id, bought.location_id`;
}
