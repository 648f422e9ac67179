import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { groupRows } from '../../../lib/address/report-rows.ts';
import { figureOpener } from './figure-opener.ts';
import { lineOf, madeFigure, type ReportLine } from './report-line.ts';

/** A group with its figures by shop. */
export interface GroupLine extends ReportLine {
  /** Null in the row of rounding differences. */
  readonly code: string | null;
  /** Null in the row of rounding differences, which is named by the window. */
  readonly title: string | null;
  /** By `shop_id`. */
  readonly shops: ReadonlyMap<number, ReportLine>;
}

export interface GroupLines {
  readonly groups: readonly GroupLine[];
  /** The last line: every group and the rounding differences together. */
  readonly total: Omit<GroupLine, 'code' | 'title'>;
}

type Groups = FinancialReport['turnover_by_group'];

/** The turnover by group and shop, with the sign of turnover: what cash rounding took off is below 0. */
export function groupLines(report: FinancialReport): GroupLines {
  const { turnover_by_group: groups } = report;
  return { groups: groups.rows.map((row) => groupLine(report, row)), total: totalLine(groups) };
}

function groupLine(report: FinancialReport, row: Groups['rows'][number]): GroupLine {
  const open = figureOpener(report);
  const { product_group_id } = row;
  const { figure, filters } = groupRows(product_group_id);
  return {
    ...lineOf(`group-${product_group_id}`, open.sides(row.total, row.total_wt, figure, filters)),
    code: row.product_group_code,
    title: product_group_id === null ? null : row.title,
    shops: new Map(
      row.shops.map(({ shop_id, value, value_wt }) => [
        shop_id,
        lineOf(`shop-${shop_id}`, open.sides(value, value_wt, figure, { ...filters, shop_id })),
      ]),
    ),
  };
}

/** No filter of the API gives products and rounding together, so that the totals have no rows of their own. */
function totalLine({ total, total_wt, shop_totals }: Groups): GroupLines['total'] {
  const sumOf = (key: string, ex: number, wt: number) =>
    lineOf(key, { exVat: madeFigure(ex, 'sumOfGroups'), inclVat: madeFigure(wt, 'sumOfGroups') });
  return {
    ...sumOf('total', total, total_wt),
    shops: new Map(
      shop_totals.map(({ shop_id, value, value_wt }) => [shop_id, sumOf(`shop-${shop_id}`, value, value_wt)]),
    ),
  };
}
