import { payments } from '../../../shared/datasets/declarations.ts';
import { reportDataset } from './filters.ts';

export const paymentsSource = reportDataset('payments', payments, ({ rows }) =>
  rows.map((row) => ({ ...row, key: `${row.date}/${row.provider_method_type_id}` })),
);
