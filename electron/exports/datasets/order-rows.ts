import { type Static, type TObject, Type } from 'typebox';
import type { Language } from '../../../shared/contract/language.ts';
import {
  listOrderItems,
  listOrderPayments,
  MAX_ORDER_ITEMS,
  MAX_ORDER_PAYMENTS,
  type OrderItemRow,
} from '../../../shared/contract/order-rows.ts';
import type { ColumnsOf, DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { orderItems, orderPayments } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { formatOrderSumsNote } from '../../../shared/order-labels.ts';
import type { Period } from '../../../shared/periods.ts';
import { formatRateTitle } from '../../../shared/vat-return.ts';
import type { KeyedLists, Page } from '../../platform/platform.ts';
import type { Dataset, ExportRow, ExportSource, RowBatch } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { isOldestFirst, type ListToRead, readListRows } from '../list-rows.ts';
import { createRunningSums, matchSums } from '../running-sums.ts';
import {
  decodeFilters,
  describeSelection,
  findNamedPlace,
  findNamedRecord,
  findProductName,
  getPeriod,
  listFixedColumns,
  readTitles,
  selectReport,
} from './filters.ts';
import { getExemptLabel, readTaxRates, type TaxRates } from './products.ts';

const itemFilters = Type.Omit(listOrderItems.query, ['start', 'limit']);
const paymentFilters = Type.Omit(listOrderPayments.query, ['start', 'limit']);

/** The items behind a figure of the report. */
export const orderItemsSource: Dataset<ColumnsOf<typeof orderItems>> = {
  declaration: orderItems,
  filters: itemFilters,
  async select(source, texts) {
    const { query, period, place } = await selectRows(source, itemFilters, texts);
    const rate = await findNamedRecord(source, 'taxRates', 'tax_rate_id', query.tax_rate_id);
    const group = await findNamedRecord(source, 'turnoverGroups', 'product_group_id', query.product_group_id);
    const rates = await readTaxRates(source);
    const rows: RowsOfFigure<'orderItems', ColumnsOf<typeof orderItems>> = {
      declaration: orderItems,
      ...{ name: 'orderItems', query: { ...query, ...period }, limit: MAX_ORDER_ITEMS },
      async readPage(days, start, limit) {
        const page = await source.platform.listOrderItems(source.caller, { ...query, ...days, start, limit });
        const { value, value_wt, quantity, cost } = page.sums;
        return { ...page, sums: { quantity, value_ex_wt: value, value_wt, cost_value_ex: cost } };
      },
      async complete(items) {
        await rates.cover(items.flatMap(({ tax_rate_id }) => tax_rate_id ?? []));
        return items.map((item) => ({ ...item, ...createVatCells(rates, item, source.language) }));
      },
      readNote: (sums) => createTurnoverNote(source, { ...query, ...period }, sums),
    };
    return {
      ...describeSelection(source, orderItems, {
        ...{ period, place },
        filters: {
          itemType: query.type,
          sign: query.sign,
          group: group?.title,
          taxRate: rate && formatRateTitle(rate, source.language),
          product: await findProductName(source, query.product_id),
          paymentTerm: query.payment_term,
          paid: query.is_paid,
          sort: isOldestFirst(query) ? null : query.sort,
        },
      }),
      fixed: listFixedColumns({ shop: query.shop_id, type: query.type, vat_percentage: query.tax_rate_id }),
      read: () => readFigure(source, rows, period),
    };
  },
};

/** Only items of type product have a rate and VAT. */
function createVatCells(rates: TaxRates, { tax_rate_id, value_wt, value_ex_wt }: OrderItemRow, language: Language) {
  const rate = tax_rate_id === null ? undefined : rates.getRate(tax_rate_id);
  const vat = toEuros(fromEuros(value_wt) - fromEuros(value_ex_wt));
  return { vat_percentage: rate?.value ?? null, vat_label: rate ? getExemptLabel(rate, language) : null, vat };
}

type ItemQuery = Static<typeof itemFilters> & Period;

/**
 * How all items add up to the turnover of the report; `null` for a part of them, if all are turnover, or if it is
 * unknown.
 */
async function createTurnoverNote(
  source: ExportSource,
  { from, to, location_id, shop_id, ...filters }: ItemQuery,
  { value_wt }: Sums,
): Promise<string | null> {
  if (typeof value_wt !== 'number' || Object.keys(filters).some((name) => name !== 'sort')) return null;
  const { query } = await selectReport(source, {
    from,
    to,
    ...(location_id && { location_id }),
    ...(shop_id && { shop_id }),
  });
  const { revenue } = await source.platform.readReport(source.caller, 'financial', query);
  const { non_revenue, total_turnover_wt: turnover } = revenue;
  if (non_revenue === null || turnover === null) return null;
  const { total: non_revenue_wt } = non_revenue;
  const isTurnover = fromEuros(value_wt) - fromEuros(non_revenue_wt) === fromEuros(turnover);
  if (!isTurnover || non_revenue_wt === 0) return null;
  const { language } = source;
  return formatOrderSumsNote({ ...ALL_COUNT, value_wt, non_revenue_wt }, {}, language, createNumberFormat(language));
}

/** Only items of orders that count are listed. */
const ALL_COUNT = { cancelled_orders: 0, uncounted_orders: 0, uncounted_value_wt: 0 };

/** The payments behind a figure of the report. */
export const orderPaymentsSource: Dataset<ColumnsOf<typeof orderPayments>> = {
  declaration: orderPayments,
  filters: paymentFilters,
  async select(source, texts) {
    const { query, period, place } = await selectRows(source, paymentFilters, texts);
    const { provider_method_type_id: methodId } = query;
    const method = await findNamedRecord(source, 'paymentProviders', 'provider_method_type_id', methodId);
    const rows: RowsOfFigure<'orderPayments', ColumnsOf<typeof orderPayments>> = {
      declaration: orderPayments,
      ...{ name: 'orderPayments', query: { ...query, ...period }, limit: MAX_ORDER_PAYMENTS },
      readPage: (days, start, limit) =>
        source.platform.listOrderPayments(source.caller, { ...query, ...days, start, limit }),
      complete: async (payments) => payments.map((payment) => ({ ...payment, method: payment.title })),
    };
    return {
      ...describeSelection(source, orderPayments, {
        period,
        place,
        filters: { method: method?.title, sort: isOldestFirst(query) ? null : query.sort },
      }),
      fixed: listFixedColumns({ shop: query.shop_id, method: methodId }),
      read: () => readFigure(source, rows, period),
    };
  },
};

interface RowFilters {
  readonly from: string;
  readonly to?: string;
  readonly location_id?: number[];
  readonly shop_id?: number[];
}

async function selectRows<Filters extends TObject>(
  source: ExportSource,
  filters: Filters,
  texts: Readonly<Record<string, string>>,
) {
  const query: Static<Filters> & RowFilters = decodeFilters(filters, texts) as never;
  return { query, period: getPeriod(query), place: await findNamedPlace(source, query) };
}

/** A row from the platform, with all columns but the name of its shop. */
type RowOfOrder<Id extends string> = { readonly id: number; readonly shop_id: number } & Omit<
  ExportRow<Exclude<Id, 'shop'>>,
  'key'
>;

type Lines = 'orderItems' | 'orderPayments';

type Sums = Readonly<Record<string, number | null>>;

interface RowsOfFigure<L extends Lines, Id extends string> extends ListToRead<L> {
  readonly declaration: DatasetDeclaration<Id>;
  /** The sums cover all rows of the days, by column. */
  readPage(days: Period, start: number, limit: number): Promise<Page<KeyedLists[L]['row']> & { readonly sums: Sums }>;
  /** Adds to rows what the platform does not give with them. */
  complete(rows: readonly KeyedLists[L]['row'][]): Promise<readonly RowOfOrder<Id>[]>;
  /** A note on the totals; `null` for none. */
  readNote?(sums: Sums): Promise<string | null>;
}

/** All rows in their order. Throws `ExportError` `incomplete` unless they add up to the sums of the platform. */
async function* readFigure<L extends Lines, Id extends string>(
  source: ExportSource,
  list: RowsOfFigure<L, Id>,
  period: Period,
): AsyncGenerator<RowBatch<Id>> {
  const shopTitle = await readTitles(source, 'shops');
  const sums = createRunningSums(list.declaration.columns, ['quantity']);
  const { total } = await list.readPage(period, 0, 1);
  let read = 0;
  for await (const batch of readListRows(source, list, total)) {
    const completed = await list.complete(batch);
    // It has the columns of the platform and the shop.
    const rows = completed.map(
      (row) => ({ ...row, key: String(row.id), shop: shopTitle(row.shop_id) }) as unknown as ExportRow<Id>,
    );
    sums.add(rows);
    read += rows.length;
    yield { rows, total: Math.max(total, read) };
  }
  const whole = await list.readPage(period, 0, 1);
  const addsUp = await matchSums(source, { rows: read, sums: sums.read(), expected: whole.sums });
  if (read !== whole.total || !addsUp) {
    throw new ExportError('incomplete', 'The rows changed while they were read. Try again.');
  }
  const note = (await list.readNote?.(whole.sums)) ?? null;
  if (note !== null) yield { rows: [], total: read, totals: { cells: {}, note } };
}
