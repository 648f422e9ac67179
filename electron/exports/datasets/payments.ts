import { payments } from '../../../shared/datasets/declarations.ts';
import { createReportDataset } from './filters.ts';
import { createSummary, pickColumns } from './summaries.ts';

const SUMMED = pickColumns(payments.columns, 'payments', 'amount');

const BY_METHOD = {
  title: { nl: 'Per betaalwijze', en: 'By payment method' },
  by: 'provider_method_type_id',
  named: pickColumns(payments.columns, 'title'),
  summed: SUMMED,
};

const BY_DAY = {
  title: { nl: 'Per dag', en: 'By day' },
  by: 'date',
  named: pickColumns(payments.columns, 'date'),
  summed: SUMMED,
};

export const paymentsSource = createReportDataset(
  'payments',
  payments,
  ({ rows }) => rows.map((row) => ({ ...row, key: `${row.date}/${row.provider_method_type_id}` })),
  {
    tables: (_report, rows, language) => ({
      summaries: [BY_METHOD, BY_DAY].map((summary) => createSummary(summary, rows, language)),
    }),
  },
);
