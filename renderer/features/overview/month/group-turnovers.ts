import type { FinancialReport, TurnoverGroupRow } from '../../../../shared/contract/financial-report.ts';
import type { VatSide } from '../../../lib/vat-side.ts';

/** In euros. */
export interface GroupTurnover {
  readonly id: number;
  readonly title: string;
  readonly amount: number;
}

/** The groups of a report, the one that sold most first. */
export function groupTurnovers(report: FinancialReport, side: VatSide): readonly GroupTurnover[] {
  const groups = report.turnover_by_group.rows.flatMap((row) =>
    row.product_group_id === null
      ? []
      : [{ id: row.product_group_id, title: row.title, amount: totalOf(row, side) }],
  );
  return groups.toSorted((one, other) => other.amount - one.amount);
}

/** What cash rounding added to the turnover, below 0 where it took off. */
export function roundingOf(report: FinancialReport, side: VatSide): number {
  const row = report.turnover_by_group.rows.find((candidate) => candidate.product_group_id === null);
  return row ? totalOf(row, side) : 0;
}

function totalOf(row: TurnoverGroupRow, side: VatSide): number {
  return side === 'wt' ? row.total_wt : row.total;
}
