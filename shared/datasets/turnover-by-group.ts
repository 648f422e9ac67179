import { column, hidden, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** Turnover by group and shop; the rounding differences are rows without a group. The sums are the turnover. */
export const turnoverByGroup = declareDataset({
  name: 'turnover-by-group',
  title: { nl: 'Omzet per omzetgroep', en: 'Turnover by group' },
  fileName: { nl: 'omzet-per-groep', en: 'turnover-by-group' },
  labelColumns: ['title', 'shop'],
  columns: [
    hidden(column('product_group_id', 'integer', 'Omzetgroep-id', 'Group id')),
    column('product_group_code', 'text', 'Code', 'Code'),
    column('title', 'text', 'Omzetgroep', 'Turnover group'),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    column('shop', 'text', 'Winkel', 'Shop'),
    summed(column('value', 'euros', 'Omzet excl. btw', 'Turnover excl. VAT')),
    summed(column('vat', 'euros', 'Btw', 'VAT')),
    summed(column('value_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
  ],
});
