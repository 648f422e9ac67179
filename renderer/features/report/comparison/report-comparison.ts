import { createContext, useContext } from 'react';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import type { Period } from '../../../../shared/periods.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import type { ReportFigure, ReportLine } from '../lines/report-line.ts';

/** What the report is held against. */
export interface ReportComparison {
  readonly period: Period;
  /** Of the amounts that are compared. */
  readonly side: VatSide;
  /** Null while it is being read, and where it could not be: then the columns stay empty. */
  readonly report: FinancialReport | null;
}

const ComparisonContext = createContext<ReportComparison | null>(null);

export const ComparisonProvider = ComparisonContext.Provider;

/** Null while nothing is compared: then the statement has no columns for it. */
export function useComparison(): ReportComparison | null {
  return useContext(ComparisonContext);
}

/** The amount of a line that is compared: that of the side, or the only one it has. */
export function sidedFigure(line: ReportLine | null, side: VatSide): ReportFigure | null {
  if (line === null) return null;
  return side === 'wt' ? (line.inclVat ?? line.exVat) : (line.exVat ?? line.inclVat);
}
