import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ItemFigure, ItemFilters } from './figure-rows.ts';

interface ReportScope extends Period {
  readonly location_id?: number;
}

/** What the rows behind every figure of a report are limited to: its days and its place. */
export function reportScope({ from, to, location_id }: FinancialReport): ReportScope {
  return { from, to, ...(location_id !== null && { location_id }) };
}

interface GroupRows {
  readonly figure: ItemFigure;
  readonly filters: Pick<ItemFilters, 'type' | 'product_group_id'>;
}

/** The rows of a row of the turnover by group. The one without a group has the rounding differences. */
export function groupRows(groupId: number | null): GroupRows {
  if (groupId === null) return { figure: 'differences', filters: { type: 'rounding' } };
  return { figure: 'group', filters: { type: 'product', product_group_id: groupId } };
}
