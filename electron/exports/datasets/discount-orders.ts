import { Type } from 'typebox';
import { type DiscountOrder, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { Choice, Flag, optional } from '../../../shared/contract/query.ts';
import { isInOtherCurrency, otherCurrencyNote } from '../../../shared/currency.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { discountOrders } from '../../../shared/datasets/declarations.ts';
import {
  areLinesKnown,
  DISCOUNT_PERCENTAGES,
  discountPercentage,
  discountsNote,
  isCounting,
  isDiscountFrom,
  isNegativeDiscount,
  isRoundingOnly,
  NO_DISCOUNTS,
  percentageOfTally,
  withDiscounts,
} from '../../../shared/discounts.ts';
import type { DiscountOrderQuery } from '../../platform/platform.ts';
import type { Dataset, ExportRow, ExportSource, RowBatch } from '../dataset.ts';
import { drainBatches } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import { decodeFilters, describeSelection, fixedColumns, periodFrom, placeNamedBy, readTitles } from './filters.ts';

type DiscountOrderColumn = ColumnsOf<typeof discountOrders>;

/** Those of the API, and what the list in the window hides by itself, so that its file holds what it shows. */
const FILTERS = Type.Object({
  ...listDiscountOrders.query.properties,
  only_counting: optional(Flag('Only orders that count in figures')),
  hide_rounding: optional(Flag('Without orders whose only discount is a rounding of at most 5 cents')),
  min_percentage: optional(Choice(DISCOUNT_PERCENTAGES, 'Only orders with a discount from this percentage on')),
});

export const discountOrdersSource: Dataset<DiscountOrderColumn> = {
  declaration: discountOrders,
  filters: FILTERS,
  async select(source, texts) {
    const {
      shop_id,
      location_id,
      only_counting = false,
      only_full = false,
      include_negative = false,
      hide_rounding = false,
      min_percentage,
      ...days
    } = decodeFilters(FILTERS, texts);
    const period = periodFrom(days);
    const isListed = (order: DiscountOrder) =>
      (!only_counting || isCounting(order)) &&
      (!hide_rounding || !isRoundingOnly(order)) &&
      (min_percentage === undefined || (expectLines(order) && isDiscountFrom(order, Number(min_percentage))));
    const place = { ...(location_id && { location_id }), ...(shop_id && { shop_id }) };
    const query = { ...period, only_full, include_negative, ...place };
    return {
      ...describeSelection(source, discountOrders, {
        period,
        place: await placeNamedBy(source, place),
        filters: {
          onlyCounting: only_counting || null,
          onlyFull: only_full || null,
          includeNegative: include_negative || null,
          withoutNegative: !include_negative || null,
          hideRounding: hide_rounding || null,
          minPercentage: min_percentage,
        },
      }),
      fixed: fixedColumns({ shop: shop_id }),
      read: () => discountOrderRows(source, query, isListed),
    };
  },
};

/** Without the lines nobody can tell whether an order belongs in the file. */
function expectLines(order: DiscountOrder): true {
  if (areLinesKnown([order])) return true;
  const message =
    'This platform does not give the lines of discounted orders, so that their percentage is not known. Leave out min_percentage.';
  throw new ExportError('invalid_request', message);
}

/**
 * Every order that the query selects and `isListed` keeps, once, batch by batch. Negative discounts are read even where
 * they are left out: the totals say what they come to, as the page does.
 */
async function* discountOrderRows(
  source: ExportSource,
  query: DiscountOrderQuery,
  isListed: (order: DiscountOrder) => boolean,
): AsyncGenerator<RowBatch<DiscountOrderColumn>> {
  const shopTitle = await readTitles(source, 'shops');
  const seen = new Set<number>();
  let [listed, leftOut, uncounted] = [NO_DISCOUNTS, NO_DISCOUNTS, NO_DISCOUNTS];
  let excluded = 0;
  const { platform, caller } = source;
  const everyDiscount = { ...query, include_negative: true };
  for await (const orders of drainBatches((after) => platform.readDiscountOrders(caller, everyDiscount, after))) {
    const fresh = orders.filter((order) => isListed(order) && !seen.has(order.id) && seen.add(order.id));
    const isLeftOut = (order: DiscountOrder) => !query.include_negative && isNegativeDiscount(order);
    const kept = fresh.filter((order) => !isLeftOut(order));
    const isSummed = (order: DiscountOrder) => !isInOtherCurrency(order);
    const summed = kept.filter(isSummed);
    excluded += kept.length - summed.length;
    listed = withDiscounts(listed, summed);
    leftOut = withDiscounts(leftOut, fresh.filter(isLeftOut).filter(isSummed));
    uncounted = withDiscounts(
      uncounted,
      summed.filter((order) => !isCounting(order)),
    );
    const rows = kept.map((order) => ({ ...rowOf(order), shop: shopTitle(order.shop_id) }));
    const { language } = source;
    const notes = [discountsNote({ leftOut, uncounted }, language), otherCurrencyNote(excluded, language)];
    const note = notes.filter((one) => one !== null).join(' ') || null;
    const totals = { cells: { discount_percentage: percentageOfTally(listed) }, note };
    // The platform gives these in batches by key and counts none of them.
    yield { rows, total: null, totals, ...(listed.sold === null && { unknown: ['discount_percentage'] }) };
  }
}

function rowOf(order: DiscountOrder): Omit<ExportRow<DiscountOrderColumn>, 'shop'> {
  return { key: String(order.id), ...order, discount_percentage: discountPercentage(order) };
}
