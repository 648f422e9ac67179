import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { isKeptOf, readKeptShops } from './kept-rows.ts';
import { readRightTotals, type TotalsRow } from './right-totals.ts';
import { type AccountMonth, daysOf, readMonths } from './totals-months.ts';
import { TOTALS, type TotalsTable } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

/** A column in which what is kept is not what the orders say. `null` stands for a row that is not there. */
export interface TotalsDifference {
  readonly table: string;
  readonly key: TotalsRow;
  readonly column: string;
  readonly kept: number | null;
  readonly right: number | null;
}

/**
 * Compares all kept totals, and the local days of the orders, with the orders. Goes month by month, each read
 * at one moment: no more than a month is in memory, and orders may be written meanwhile.
 */
export async function* verifyTotals(db: Db): AsyncGenerator<TotalsDifference> {
  for (const month of await readMonths(db)) yield* await verifyMonth(db, month);
}

/** The differences of one of the months that `readMonths` gives. */
export function verifyMonth(db: Db, month: AccountMonth): Promise<TotalsDifference[]> {
  return inTransaction(db, (transaction) => differencesOf(transaction, month));
}

async function differencesOf(db: Db, month: AccountMonth): Promise<TotalsDifference[]> {
  const differences = await verifyLocalDays(db, month);
  for (const totals of TOTALS) {
    const ofDays: TotalsRow[] = [];
    for (const day of daysOf(month.month))
      ofDays.push(...(await readRightTotals(db, totals, month.accountId, day)));
    const keptDays = await readKept(db, totals.byDay, 'day', month);
    const keptMonth = await readKept(db, totals.byMonth, 'month', month);
    differences.push(
      ...compare(totals, { table: totals.byDay, period: 'day' }, keptDays, ofDays),
      ...compare(
        totals,
        { table: totals.byMonth, period: 'month' },
        keptMonth,
        monthOut(totals, ofDays, month),
      ),
    );
  }
  return differences;
}

async function verifyLocalDays(db: Db, { accountId, month }: AccountMonth): Promise<TotalsDifference[]> {
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

async function readKept(
  db: Db,
  table: string,
  period: 'day' | 'month',
  of: AccountMonth,
): Promise<TotalsRow[]> {
  const isKept = isKeptOf(period, of, await readKeptShops(db, table, of.accountId));
  const { rows } = await sql<TotalsRow>`select * from ${sql.id(table)} where ${isKept}`.execute(db);
  return rows;
}

/** The totals of the month out of those of its days. */
function monthOut({ keys, sums }: TotalsTable, days: readonly TotalsRow[], of: AccountMonth): TotalsRow[] {
  const columns = ['account_id', 'shop_id', ...Object.keys(keys)];
  const byKey = Map.groupBy(days, (row) => JSON.stringify(pick(row, columns)));
  return [...byKey.values()].map((rows) => ({
    ...pick(rows[0] ?? {}, columns),
    month: of.month,
    ...Object.fromEntries(
      Object.keys(sums).map((sum) => [sum, rows.reduce((all, row) => all + Number(row[sum]), 0)]),
    ),
  }));
}

function compare(
  { keys, sums }: TotalsTable,
  { table, period }: { readonly table: string; readonly period: string },
  kept: readonly TotalsRow[],
  right: readonly TotalsRow[],
): TotalsDifference[] {
  const columns = ['account_id', 'shop_id', period, ...Object.keys(keys)];
  const byKey = (rows: readonly TotalsRow[]) =>
    new Map(rows.map((row) => [JSON.stringify(pick(row, columns)), row]));
  const [keptByKey, rightByKey] = [byKey(kept), byKey(right)];
  return [...new Set([...keptByKey.keys(), ...rightByKey.keys()])].flatMap((text) => {
    const [keptRow, rightRow] = [keptByKey.get(text), rightByKey.get(text)];
    const key = pick(keptRow ?? rightRow ?? {}, columns);
    return Object.keys(sums)
      .map((column) => ({
        table,
        key,
        column,
        kept: valueIn(keptRow, column),
        right: valueIn(rightRow, column),
      }))
      .filter((found) => found.kept !== found.right);
  });
}

function pick(row: TotalsRow, columns: readonly string[]): TotalsRow {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? 0]));
}

function valueIn(row: TotalsRow | undefined, column: string): number | null {
  return row === undefined ? null : Number(row[column]);
}
