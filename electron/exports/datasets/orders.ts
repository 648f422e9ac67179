import { type Static, Type } from 'typebox';
import { listOrders, MAX_ORDERS, type OrderSums } from '../../../shared/contract/orders.ts';
import { formatOtherCurrencyNote, isInOtherCurrency } from '../../../shared/currency.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { formatOrderSumsNote } from '../../../shared/order-labels.ts';
import type { Period } from '../../../shared/periods.ts';
import type { Dataset, ExportSource, RowBatch } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { readListRows } from '../list-rows.ts';
import {
  decodeFilters,
  describeSelection,
  findCustomerName,
  findNamedPlace,
  getPeriod,
  listFixedColumns,
  readTitles,
} from './filters.ts';

type OrderColumn = ColumnsOf<typeof orders>;

export const ORDER_FILTERS = Type.Omit(listOrders.query, ['start', 'limit', 'include']);

type OrderFilters = Static<typeof ORDER_FILTERS> & Period;

export const ordersSource: Dataset<OrderColumn> = {
  declaration: orders,
  filters: ORDER_FILTERS,
  async select(source, texts) {
    const decoded = decodeFilters(ORDER_FILTERS, texts);
    const period = getPeriod(decoded);
    const query: OrderFilters = { ...decoded, ...period };
    if (query.as_of !== undefined && query.is_paid === undefined) {
      throw new ExportError('invalid_request', 'the filter as_of needs is_paid');
    }
    return {
      ...describeSelection(source, orders, {
        period,
        place: await findNamedPlace(source, query),
        filters: {
          status: query.status,
          paymentTerm: query.payment_term,
          paid: query.is_paid,
          paidAsOf: query.as_of,
          customer: await findCustomerName(source, query.customer_id),
          search: query.q,
          sort: query.sort === 'date_purchased' ? null : query.sort,
        },
      }),
      fixed: listFixedColumns({
        shop: query.shop_id,
        status: query.status,
        payment_term: query.payment_term,
        is_paid: query.as_of === undefined ? query.is_paid : undefined,
      }),
      read: () => readOrderRows(source, query),
    };
  },
};

async function* readOrderRows(source: ExportSource, query: OrderFilters): AsyncGenerator<RowBatch<OrderColumn>> {
  const shopTitle = await readTitles(source, 'shops');
  const { total } = await readOrders(source, query, 0, 1);
  const list = {
    ...{ name: 'orders' as const, query, limit: MAX_ORDERS },
    readPage: (days: Period, start: number, limit: number) => readOrders(source, { ...query, ...days }, start, limit),
  };
  let read = 0;
  let excluded = 0;
  for await (const rows of readListRows(source, list, total)) {
    read += rows.length;
    excluded += rows.filter(isInOtherCurrency).length;
    yield {
      rows: rows.map((order) => ({ ...order, key: String(order.id), shop: shopTitle(order.shop_id) })),
      total: Math.max(total, read),
    };
  }
  // This many rows must have been read, or the file is incomplete.
  const whole = await readOrders(source, query, 0, 1);
  const note = createNote(whole.sums, excluded, query, source.language);
  yield { rows: [], total: whole.total, ...(note !== null && { totals: { cells: {}, note } }) };
}

function createNote(
  sums: OrderSums | null,
  excluded: number,
  query: OrderFilters,
  language: ExportSource['language'],
): string | null {
  if (sums === null || isAllTurnover(sums)) return formatOtherCurrencyNote(excluded, language);
  const counted = { ...sums, excluded_other_currency: excluded };
  return formatOrderSumsNote(counted, query, language, createNumberFormat(language));
}

function isAllTurnover({ uncounted_orders, non_revenue_wt }: OrderSums): boolean {
  return uncounted_orders === 0 && non_revenue_wt === 0;
}

function readOrders({ platform, caller }: ExportSource, query: OrderFilters, start: number, limit: number) {
  return platform.listOrders(caller, { ...query, start, limit });
}
