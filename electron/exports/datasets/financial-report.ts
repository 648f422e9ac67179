import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { financialReport } from '../../../shared/datasets/financial-report.ts';
import type { Dataset } from '../dataset.ts';
import { describeSelection } from './describe-selection.ts';
import { decodeFilters } from './filter-decoder.ts';
import { REPORT_WORDS } from './financial-report-labels.ts';
import { reportRows } from './financial-report-rows.ts';
import { selectReport } from './select-report.ts';

export type ReportColumn = ColumnsOf<typeof financialReport>;

export const financialReportSource: Dataset<ReportColumn> = {
  declaration: financialReport,
  filters: readFinancialReport.query,
  async select(source, texts) {
    const { query, asked } = await selectReport(source, decodeFilters(readFinancialReport.query, texts));
    return {
      ...describeSelection(source, financialReport, asked),
      count: async () => null,
      async *read() {
        const report = await source.platform.readReport(source.caller, 'financial', query);
        const rows = reportRows(report, asked.place.text, REPORT_WORDS[source.language]);
        yield { rows, total: rows.length, asOf: report.generated_at };
      },
    };
  },
};
