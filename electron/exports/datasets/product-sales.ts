import { Type } from 'typebox';
import type { LocalizedText } from '../../../shared/contract/language.ts';
import {
  MAX_PRODUCT_SALES,
  type ProductSalesRow,
  type ProductSalesSums,
  readProductSales,
} from '../../../shared/contract/product-sales.ts';
import { Choice, optional } from '../../../shared/contract/query.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { productSales } from '../../../shared/datasets/declarations.ts';
import { calculateMarginPercentage, calculatePercentage, fromEuros, toEuros } from '../../../shared/money.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { COMPARISONS, type Period } from '../../../shared/periods.ts';
import { calculateChange } from '../../../shared/report-comparison.ts';
import type { Reports } from '../../platform/platform.ts';
import type { Dataset, ExportSource, RowBatch } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import { createRunningSums, matchSums } from '../running-sums.ts';
import { formatPeriodText } from '../writers/pdf-text.ts';
import {
  decodeFilters,
  describeSelection,
  findNamedRecord,
  findProductName,
  readTitles,
  selectReport,
} from './filters.ts';
import { getComparedPeriods } from './report-comparison.ts';

type SalesColumn = ColumnsOf<typeof productSales>;

const filters = Type.Object({
  ...Type.Omit(readProductSales.query, ['start', 'limit']).properties,
  compare: optional(Choice([...COMPARISONS], 'Adds the turnover of another period: the one before, or last year')),
});

export const productSalesSource: Dataset<SalesColumn> = {
  declaration: productSales,
  filters,
  async select(source, texts) {
    const { compare, ...decoded } = decodeFilters(filters, texts);
    const { from: _from, to: _to, location_id: _location, shop_id: _shop, ...sold } = decoded;
    const { product_group_id, product_id, q, sort = MOST_SOLD_FIRST } = sold;
    const { query: report, scope } = await selectReport(source, decoded);
    const group = await findNamedRecord(source, 'turnoverGroups', 'product_group_id', product_group_id);
    const product = await findProductName(source, product_id);
    const query = { ...report, ...sold, sort };
    const compared = compare && getComparedPeriods(source, scope.period, compare);
    const sorted = { sort: sort === MOST_SOLD_FIRST ? null : sort };
    return {
      ...describeSelection(source, productSales, {
        ...scope,
        filters: { search: q, group: group?.title, product, ...compared?.named, ...sorted },
      }),
      ...(compared && {
        compared: compared.other,
        shown: ['compared', 'change'],
        headings: { compared: createHeading(compared.other) },
      }),
      read: () => readProductSalesRows(source, query, compared),
    };
  },
};

/** The default order of the page. */
const MOST_SOLD_FIRST = '-value';

export type SalesQuery = Omit<Reports['productSales']['query'], 'start' | 'limit'>;

function createHeading(period: Period): LocalizedText {
  return {
    nl: `Omzet excl. btw, ${formatPeriodText(period, 'nl')}`,
    en: `Turnover excl. VAT, ${formatPeriodText(period, 'en')}`,
  };
}

interface Turnovers {
  readonly byKey: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Turnover excluding VAT of every product in a period. */
async function readTurnovers(source: ExportSource, query: SalesQuery): Promise<Turnovers> {
  const limit = MAX_PRODUCT_SALES;
  const byKey = new Map<string, number>();
  let total = 0;
  const readPage = async (start: number) => {
    const page = await readSalesPage(source, query, start, limit);
    total = page.sums.value;
    return page;
  };
  for await (const { rows } of drainPages(readPage, { limit, getKey: getSalesKey })) {
    for (const row of rows) byKey.set(getSalesKey(row), row.value);
  }
  return { byKey, total };
}

type Compared = Pick<ReturnType<typeof getComparedPeriods>, 'own' | 'other'>;

/** Compares the turnover of each product and of all together with the other period. Without one, cells are empty. */
async function readComparison(source: ExportSource, query: SalesQuery, compared: Compared | undefined) {
  if (compared === undefined) return { compareRow: () => NOT_COMPARED, compareTotal: () => ({}) };
  const { own, other } = compared;
  const before = await readTurnovers(source, { ...query, ...other });
  // The list includes today; the comparison does not.
  const elapsed = own.to === query.to ? null : await readTurnovers(source, { ...query, ...own });
  const pair = (now: number, then: number) => ({ compared: then, change: calculateChange(now, then).percentage });
  return {
    compareRow: (row: ProductSalesRow) =>
      pair(
        elapsed === null ? row.value : (elapsed.byKey.get(getSalesKey(row)) ?? 0),
        before.byKey.get(getSalesKey(row)) ?? 0,
      ),
    compareTotal: (value: number) => pair(elapsed?.total ?? value, before.total),
  };
}

const NOT_COMPARED = { compared: null, change: null };

/** Every product that sold. Throws `ExportError` `incomplete` unless the rows add up to the sums of the platform. */
async function* readProductSalesRows(
  source: ExportSource,
  query: SalesQuery,
  compared?: Compared,
): AsyncGenerator<RowBatch<SalesColumn>> {
  const groupTitle = await readTitles(source, 'turnoverGroups');
  const comparison = await readComparison(source, query, compared);
  const limit = MAX_PRODUCT_SALES;
  const read = createRunningSums(productSales.columns, Object.keys(NOTHING_SOLD));
  let expected = NOTHING_SOLD;
  let count: number | null = 0;
  let readRows = 0;
  const readPage = async (start: number) => {
    const page = await readSalesPage(source, query, start, limit);
    expected = page.sums;
    return page;
  };
  for await (const { rows: sales, total } of drainPages(readPage, { limit, getKey: getSalesKey })) {
    const rows = sales.map((row) => ({
      ...row,
      key: getSalesKey(row),
      group: groupTitle(row.product_group_id),
      margin_percentage: getMarginPercentage(row),
      share: calculatePercentage(fromEuros(row.value), fromEuros(expected.value)),
      ...comparison.compareRow(row),
    }));
    read.add(rows);
    readRows += rows.length;
    count = total;
    yield { rows, total };
  }
  if (!(await matchSums(source, { rows: readRows, sums: read.read(), expected }))) {
    // Something was sold or returned between two pages.
    throw new ExportError('incomplete', 'The figures changed while they were read. Try again.');
  }
  const { value, margin } = expected;
  const cells = { margin_percentage: getMarginPercentage({ value, margin }), ...comparison.compareTotal(value) };
  yield { rows: [], total: count, totals: { cells, note: await createTurnoverNote(source, query, expected) } };
}

/**
 * How the sales of all products add up to the turnover in the report, as the page shows it. `null` for a filtered list,
 * or if a figure is unknown.
 */
async function createTurnoverNote(
  { platform, caller, language }: ExportSource,
  { product_group_id, product_id, q, sort: _, ...report }: SalesQuery,
  { value }: ProductSalesSums,
): Promise<string | null> {
  if (product_group_id !== undefined || product_id !== undefined || q !== undefined) return null;
  const { revenue, unknown } = await platform.readReport(caller, 'financial', report);
  const rounding = 0 - fromEuros(revenue.total_differences);
  if (unknown.includes('differences') || fromEuros(value) + rounding !== fromEuros(revenue.total_turnover)) return null;
  const { amount, money } = createNumberFormat(language);
  const sold = `${amount(value)} ${rounding < 0 ? '\u2212' : '+'} ${amount(toEuros(Math.abs(rounding)))}`;
  const turnover = money(revenue.total_turnover);
  return language === 'nl'
    ? `Artikelen ${sold} afrondingsverschillen = omzet in het rapport ${turnover}, excl. btw`
    : `Products ${sold} rounding differences = turnover in the report ${turnover}, excl. VAT`;
}

function readSalesPage({ platform, caller }: ExportSource, query: SalesQuery, start: number, limit: number) {
  return platform.readReport(caller, 'productSales', { ...query, start, limit });
}

/** Rows that name no product of the catalog are combined by title and group. */
function getSalesKey({ product_id, product_group_id, title }: ProductSalesRow): string {
  return product_id === null ? `${product_group_id}/${title}` : String(product_id);
}

const NOTHING_SOLD: ProductSalesSums = { quantity: 0, value: 0, value_wt: 0, discount_value_wt: 0, cost: 0, margin: 0 };

/** `null` if the cost is unknown, or the turnover is 0 or negative, for example with returns only. */
function getMarginPercentage({ margin, value }: Pick<ProductSalesRow, 'margin' | 'value'>): number | null {
  return margin === null ? null : calculateMarginPercentage(fromEuros(margin), fromEuros(value));
}
