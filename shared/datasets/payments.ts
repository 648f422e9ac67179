import { column, hidden, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** What was paid by day of purchase and method; the sums are those of the financial report. */
export const payments = declareDataset({
  name: 'payments',
  title: { nl: 'Betalingen', en: 'Payments' },
  fileName: { nl: 'betalingen', en: 'payments' },
  labelColumns: ['date', 'title'],
  columns: [
    column('date', 'date', 'Datum', 'Date'),
    hidden(column('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
    column('title', 'text', 'Betaalwijze', 'Payment method'),
    column('type_alias', 'text', 'Soort', 'Type'),
    summed(column('payments', 'integer', 'Aantal', 'Payments')),
    summed(column('amount', 'euros', 'Bedrag', 'Amount')),
  ],
});
