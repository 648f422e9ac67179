import { type DiscountOrder, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { formatOtherCurrencyNote, isInOtherCurrency } from '../../../shared/currency.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { discountOrders } from '../../../shared/datasets/declarations.ts';
import {
  addDiscounts,
  calculateDiscountPercentage,
  calculateTallyPercentage,
  type DiscountFilters,
  explainUnusableFilters,
  formatDiscountsNote,
  isCounting,
  isDiscountListed,
  NO_DISCOUNTS,
} from '../../../shared/discounts.ts';
import type { DiscountOrderQuery } from '../../platform/platform.ts';
import type { Dataset, ExportRow, ExportSource, RowBatch } from '../dataset.ts';
import { drainBatches } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import {
  decodeFilters,
  describeSelection,
  findNamedPlace,
  getPeriod,
  listFixedColumns,
  readTitles,
} from './filters.ts';

type DiscountOrderColumn = ColumnsOf<typeof discountOrders>;

export const discountOrdersSource: Dataset<DiscountOrderColumn> = {
  declaration: discountOrders,
  filters: listDiscountOrders.query,
  async select(source, texts) {
    const { shop_id, location_id, from, to, ...filters } = decodeFilters(listDiscountOrders.query, texts);
    const period = getPeriod({ from, ...(to && { to }) });
    const place = { ...(location_id && { location_id }), ...(shop_id && { shop_id }) };
    const { only_full = false, include_negative = false, only_negative = false } = filters;
    // Negative discounts are read even if they are left out: the totals state their sum, as the page does.
    const query = { ...period, only_full, include_negative: true, ...place };
    return {
      ...describeSelection(source, discountOrders, {
        period,
        place: await findNamedPlace(source, place),
        filters: {
          onlyCounting: filters.only_counting || null,
          onlyFull: only_full || null,
          includeNegative: (include_negative && !only_negative) || null,
          onlyNegative: only_negative || null,
          withoutNegative: !(include_negative || only_negative) || null,
          hideRounding: filters.hide_rounding || null,
          minPercentage: filters.min_percentage,
          minDiscount: filters.min_discount_wt || null,
        },
      }),
      fixed: listFixedColumns({ shop: shop_id }),
      read: () => readDiscountOrderRows(source, query, filters),
    };
  },
};

/** Every order that the query and the filters select, once, batch by batch. */
async function* readDiscountOrderRows(
  source: ExportSource,
  query: DiscountOrderQuery,
  filters: DiscountFilters,
): AsyncGenerator<RowBatch<DiscountOrderColumn>> {
  const shopTitle = await readTitles(source, 'shops');
  const seen = new Set<number>();
  let [listed, leftOut, uncounted, counted] = [NO_DISCOUNTS, NO_DISCOUNTS, NO_DISCOUNTS, NO_DISCOUNTS];
  let excluded = 0;
  const { platform, caller } = source;
  const isNegativeLeftOut = !filters.include_negative && !filters.only_negative;
  for await (const orders of drainBatches((after) => platform.readDiscountOrders(caller, query, after))) {
    const refusal = explainUnusableFilters(filters, orders);
    if (refusal !== null) throw new ExportError('invalid_request', refusal);
    const fresh = orders.filter((order) => !seen.has(order.id) && seen.add(order.id));
    const included = fresh.filter((order) => isDiscountListed(order, filters));
    const isLeftOut = (order: DiscountOrder) =>
      isNegativeLeftOut && isDiscountListed(order, { ...filters, only_negative: true });
    const isSummed = (order: DiscountOrder) => !isInOtherCurrency(order);
    const summed = included.filter(isSummed);
    excluded += included.length - summed.length;
    listed = addDiscounts(listed, summed);
    const negative = fresh.filter(isLeftOut).filter(isSummed);
    leftOut = addDiscounts(leftOut, negative);
    counted = addDiscounts(counted, [...summed, ...negative].filter(isCounting));
    uncounted = addDiscounts(
      uncounted,
      summed.filter((order) => !isCounting(order)),
    );
    const rows = included.map((order) => ({ ...toRow(order), shop: shopTitle(order.shop_id) }));
    const { language } = source;
    const notes = [
      formatDiscountsNote({ leftOut, uncounted, counted }, language),
      formatOtherCurrencyNote(excluded, language),
    ];
    const note = notes.filter((one) => one !== null).join(' ') || null;
    const totals = { cells: { discount_percentage: calculateTallyPercentage(listed) }, note };
    // The platform gives these in batches by key, without a count.
    yield { rows, total: null, totals, ...(listed.sold === null && { unknown: ['discount_percentage'] }) };
  }
}

function toRow(order: DiscountOrder): Omit<ExportRow<DiscountOrderColumn>, 'shop'> {
  return { key: String(order.id), ...order, discount_percentage: calculateDiscountPercentage(order) };
}
