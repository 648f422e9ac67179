import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { fromEuros, toEuros } from '../../../../shared/money.ts';
import type { VatSide } from '../../../lib/vat-side.ts';

/** In euros. */
export interface ShopTurnover {
  readonly id: number;
  readonly title: string;
  readonly turnover: number;
  /** What cash rounding added, below 0 where it took off; the turnover has it in it. */
  readonly rounding: number;
  /** The turnover without rounding. */
  readonly sold: number;
}

/** The shops of a report, the one with the highest turnover first. */
export function shopTurnovers(report: FinancialReport, side: VatSide): readonly ShopTurnover[] {
  const { rows, shops, shop_totals: totals } = report.turnover_by_group;
  const roundings = rows.find((row) => row.product_group_id === null)?.shops ?? [];
  const turnovers = shops.map(({ shop_id: id, title }) => {
    const turnover = shopValue(totals, id, side);
    const rounding = shopValue(roundings, id, side);
    return { id, title, turnover, rounding, sold: toEuros(fromEuros(turnover) - fromEuros(rounding)) };
  });
  return turnovers.toSorted((one, other) => other.turnover - one.turnover);
}

function shopValue(
  values: FinancialReport['turnover_by_group']['shop_totals'],
  shopId: number,
  side: VatSide,
): number {
  const found = values.find(({ shop_id: id }) => id === shopId);
  return (side === 'wt' ? found?.value_wt : found?.value) ?? 0;
}
