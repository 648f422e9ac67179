import type { FinancialReport, TurnoverGroupRow } from '../../../shared/contract/financial-report.ts';
import { sumOf, toEuros } from '../../../shared/money.ts';
import type { ShopsTable, TurnoverGroupsTable } from '../../store/schema.ts';
import type { ItemBucket } from '../../store/totals/report-queries.ts';
import { ofType, sumEx, sumWt, turnoverOf } from './report-revenue.ts';

type Section = FinancialReport['turnover_by_group'];
type ReportShop = Section['shops'][number];

const ROUNDING = { id: null, code: null, title: 'Afrondingsverschillen' };

/**
 * Section `turnover_by_group`: the groups that sold something, in the order given, and the rounding
 * differences as a last row, so that the rows sum to the turnover.
 */
export function turnoverByGroupOf(
  buckets: readonly ItemBucket[],
  groups: readonly TurnoverGroupsTable[],
  shops: readonly ReportShop[],
): Section {
  const byGroup = Map.groupBy(ofType(buckets, 'product'), ({ product_group_id }) => product_group_id);
  const sold = groups.filter(({ id }) => byGroup.has(id));
  const items = [...sold.map(({ id }) => byGroup.get(id) ?? []), ofType(buckets, 'rounding')];
  return {
    shops: [...shops],
    rows: [...sold, ROUNDING].map((group, index) => toGroupRow(group, items[index] ?? [], shops)),
    shop_totals: byShop(turnoverOf(buckets), shops),
    total: toEuros(sumOf(items, sumEx)),
    total_wt: toEuros(sumOf(items, sumWt)),
  };
}

export function toReportShop({ id, title }: ShopsTable): ReportShop {
  return { shop_id: id, title };
}

function toGroupRow(
  group: { id: number | null; code: string | null; title: string },
  buckets: readonly ItemBucket[],
  shops: readonly ReportShop[],
): TurnoverGroupRow {
  return {
    product_group_id: group.id,
    product_group_code: group.code,
    title: group.title,
    shops: byShop(buckets, shops),
    total: toEuros(sumEx(buckets)),
    total_wt: toEuros(sumWt(buckets)),
  };
}

/** One value a shop, zero for a shop without any. */
function byShop(buckets: readonly ItemBucket[], shops: readonly ReportShop[]): TurnoverGroupRow['shops'] {
  const found = Map.groupBy(buckets, ({ shop_id }) => shop_id);
  return shops.map(({ shop_id }) => {
    const ofShop = found.get(shop_id) ?? [];
    return { shop_id, value: toEuros(sumEx(ofShop)), value_wt: toEuros(sumWt(ofShop)) };
  });
}
