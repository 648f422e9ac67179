import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { payments } from '../../../shared/datasets/payments.ts';
import type { Dataset } from '../dataset.ts';
import { describeSelection } from './describe-selection.ts';
import { decodeFilters } from './filter-decoder.ts';
import { selectReport } from './select-report.ts';

export const paymentsSource: Dataset<ColumnsOf<typeof payments>> = {
  declaration: payments,
  filters: readPaymentsReport.query,
  async select(source, texts) {
    const { query, asked } = await selectReport(source, decodeFilters(readPaymentsReport.query, texts));
    return {
      ...describeSelection(source, payments, asked),
      count: async () => null,
      async *read() {
        const { rows } = await source.platform.readReport(source.caller, 'payments', query);
        const keyed = rows.map((row) => ({ ...row, key: `${row.date}/${row.provider_method_type_id}` }));
        yield { rows: keyed, total: keyed.length };
      },
    };
  },
};
