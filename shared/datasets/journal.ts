import { column, hidden, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** The balanced booking of a day or a month, one line per ledger account and what is booked on it. */
export const journal = declareDataset({
  name: 'journal',
  title: { nl: 'Journaalpost', en: 'Journal' },
  fileName: { nl: 'journaal', en: 'journal' },
  labelColumns: ['ledger', 'description'],
  columns: [
    column('date', 'date', 'Datum', 'Date'),
    column('booking', 'text', 'Boeking', 'Booking'),
    column('ledger', 'text', 'Grootboekrekening', 'Ledger account'),
    column('description', 'text', 'Omschrijving', 'Description'),
    hidden(column('code', 'text', 'Soort', 'Code')),
    summed(column('debit', 'euros', 'Debet', 'Debit')),
    summed(column('credit', 'euros', 'Credit', 'Credit')),
  ],
});
