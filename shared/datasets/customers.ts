import { column, personal, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** Customers by number with what they bought. */
export const customers = declareDataset({
  name: 'customers',
  title: { nl: 'Klanten', en: 'Customers' },
  fileName: { nl: 'klanten', en: 'customers' },
  labelColumns: ['id'],
  columns: [
    column('id', 'integer', 'Klantnummer', 'Customer id'),
    personal(column('name', 'text', 'Naam', 'Name')),
    personal(column('email', 'text', 'E-mailadres', 'E-mail')),
    personal(column('phone', 'text', 'Telefoon', 'Phone')),
    personal(column('city', 'text', 'Plaats', 'City')),
    column('country_iso2', 'text', 'Land', 'Country'),
    column('segments', 'text', 'Segmenten', 'Segments'),
    column('date_created', 'timestamp', 'Klant sinds', 'Customer since'),
    summed(column('order_count', 'integer', 'Orders', 'Orders')),
    summed(column('turnover_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
  ],
});
