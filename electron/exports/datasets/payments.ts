import { payments } from '../../../shared/datasets/declarations.ts';
import { reportDataset } from './filters.ts';
import { columnsNamed, summaryOf } from './summaries.ts';

const SUMMED = columnsNamed(payments.columns, 'payments', 'amount');

const BY_METHOD = {
  title: { nl: 'Per betaalwijze', en: 'By payment method' },
  by: 'provider_method_type_id',
  named: columnsNamed(payments.columns, 'title'),
  summed: SUMMED,
};

const BY_DAY = {
  title: { nl: 'Per dag', en: 'By day' },
  by: 'date',
  named: columnsNamed(payments.columns, 'date'),
  summed: SUMMED,
};

export const paymentsSource = reportDataset(
  'payments',
  payments,
  ({ rows }) => rows.map((row) => ({ ...row, key: `${row.date}/${row.provider_method_type_id}` })),
  {
    tables: (_report, rows, language) => ({
      summaries: [BY_METHOD, BY_DAY].map((summary) => summaryOf(summary, rows, language)),
    }),
  },
);
