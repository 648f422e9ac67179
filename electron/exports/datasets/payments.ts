import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { payments } from '../../../shared/datasets/declarations.ts';
import type { Dataset } from '../dataset.ts';
import { decodeFilters, describeSelection, selectReport } from './filters.ts';

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
