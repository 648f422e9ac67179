import { type Kysely, sql } from 'kysely';
import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { addDays, dateOfLocalDay } from '../../../shared/calendar.ts';
import type { CheckName } from '../../../shared/contract/financial-report.ts';
import type { Range } from '../asked-reports.ts';

type Db = Kysely<StoreSchema>;

/** A value of a row of totals, and the checks of a report of that day or month that contain it on one side alone. */
interface TotalsKind {
  readonly table: 'item_totals' | 'payment_totals' | 'order_totals';
  readonly column: string;
  readonly condition: string;
  readonly failingChecks: readonly CheckName[];
}

const DIRECT_PRODUCT = "payment_term = 'direct' and type = 'product'";

const KINDS: readonly TotalsKind[] = [
  { table: 'item_totals', column: 'value_wt', condition: DIRECT_PRODUCT, failingChecks: ['payments'] },
  { table: 'item_totals', column: 'value_ex', condition: DIRECT_PRODUCT, failingChecks: [] },
  { table: 'item_totals', column: 'cost_ex', condition: DIRECT_PRODUCT, failingChecks: [] },
  { table: 'item_totals', column: 'value_wt', condition: "payment_term = 'invoice'", failingChecks: [] },
  {
    table: 'item_totals',
    column: 'value_wt',
    condition: "type = 'rounding'",
    failingChecks: ['direct_total_ex', 'payments'],
  },
  { table: 'payment_totals', column: 'amount', condition: '1 = 1', failingChecks: ['payments'] },
  { table: 'order_totals', column: 'value_wt', condition: '1 = 1', failingChecks: [] },
];

const KEYS: Readonly<Record<TotalsKind['table'], readonly string[]>> = {
  item_totals: ['payment_term', 'is_paid', 'type', 'product_group_id', 'tax_rate_id', 'is_return'],
  payment_totals: ['provider_id'],
  order_totals: ['status', 'payment_term', 'is_paid'],
};

/** A row of totals of which one value is changed. */
export interface TotalsMutation {
  readonly failingChecks: readonly CheckName[];
  readonly table: string;
  readonly column: string;
  readonly keys: Row['keys'];
  /** The day, or the whole month: what is read from the row. */
  readonly range: Range;
  readonly accountId: number;
  readonly locationId: number;
}

type Unit = 'day' | 'month';

interface Row {
  readonly location_id: number;
  readonly period: number;
  /** What identifies it within its table. */
  readonly keys: Readonly<Record<string, number | string>>;
}

/** One value of each kind, by day and by month, no two in the same month of a location. */
export async function drawTotals(db: Db, seed: number): Promise<TotalsMutation[]> {
  const random = randomStream(seed, 'totals');
  const taken = new Set<string>();
  const mutations: TotalsMutation[] = [];
  for (const unit of ['day', 'month'] as const) {
    for (const kind of KINDS) {
      const row = await drawRow(db, random, kind, unit, taken);
      if (!row) continue;
      taken.add(placeOf(row, unit));
      const table = `${kind.table}_by_${unit}`;
      mutations.push({
        failingChecks: kind.failingChecks,
        table,
        column: kind.column,
        keys: row.keys,
        range: unit === 'day' ? dayOf(row.period) : monthOf(row.period),
        accountId: Number(row.keys.account_id),
        locationId: row.location_id,
      });
    }
  }
  return mutations;
}

async function drawRow(
  db: Db,
  random: Random,
  { table, condition }: TotalsKind,
  unit: Unit,
  taken: ReadonlySet<string>,
): Promise<Row | null> {
  const { rows } = await sql<Record<string, number | string>>`
    select totals.*, (select location_id from shops where id = totals.shop_id) as location_id
    from ${sql.table(`${table}_by_${unit}`)} as totals
    where location_id is not null and ${sql.raw(condition)}
    order by ${sql.join(KEYS[table].map((key) => sql.ref(`totals.${key}`)))}, totals.shop_id,
      totals.${sql.ref(unit)}`.execute(db);
  const named = rows.map((row) => ({
    location_id: Number(row.location_id),
    period: Number(row[unit]),
    keys: Object.fromEntries(['account_id', 'shop_id', unit, ...KEYS[table]].map((key) => [key, row[key] ?? 0])),
  }));
  const free = named.filter((row) => !taken.has(placeOf(row, unit)));
  return free.length === 0 ? null : random.pick(free);
}

export async function addToTotal(db: Db, { table, column, keys }: TotalsMutation, amount: number): Promise<void> {
  const isRow = Object.entries(keys).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${amount}
    where ${sql.join(isRow, sql` and `)}`.execute(db);
}

function dayOf(day: number): Range {
  return { from: dateOfLocalDay(day), to: dateOfLocalDay(day) };
}

function monthOf(month: number): Range {
  const from = dateOfLocalDay(month * 100 + 1);
  const next = dateOfLocalDay((month % 100 === 12 ? month + 89 : month + 1) * 100 + 1);
  return { from, to: addDays(next, -1) };
}

function placeOf({ location_id, period }: Row, unit: Unit): string {
  return `${location_id}/${unit === 'day' ? Math.floor(period / 100) : period}`;
}
