import { column, hidden, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** What was sold of each product. */
export const productSales = declareDataset({
  name: 'product-sales',
  title: { nl: 'Verkopen per artikel', en: 'Product sales' },
  fileName: { nl: 'verkopen-per-artikel', en: 'product-sales' },
  labelColumns: ['sku', 'title'],
  columns: [
    hidden(column('product_id', 'integer', 'Artikel-id', 'Product id')),
    column('sku', 'text', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    column('group', 'text', 'Omzetgroep', 'Turnover group'),
    summed(column('quantity', 'number', 'Aantal', 'Quantity')),
    summed(column('value', 'euros', 'Omzet excl. btw', 'Turnover excl. VAT')),
    summed(column('value_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    summed(column('cost', 'euros', 'Kostprijs', 'Cost')),
    summed(column('margin', 'euros', 'Marge', 'Margin')),
  ],
});
