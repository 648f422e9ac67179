import { type ReportFigure, toLine } from '../../renderer/lib/figure-lines.ts';
import type { FinancialReport } from '../../shared/contract/financial-report.ts';
import { createReportLines } from '../../shared/report-lines.ts';

/** Returns every figure of the report by its line and side, such as `directRate-21.exVat`. */
export function listFigures(report: FinancialReport): ReadonlyMap<string, ReportFigure> {
  const figures = createReportLines(report).flatMap((line): [string, ReportFigure | null][] => {
    const { exVat, vat, inclVat } = toLine(report, line);
    return [
      [`${line.key}.exVat`, exVat],
      [`${line.key}.vat`, vat],
      [`${line.key}.inclVat`, inclVat],
    ];
  });
  return new Map(figures.filter((figure): figure is [string, ReportFigure] => figure[1] !== null));
}
