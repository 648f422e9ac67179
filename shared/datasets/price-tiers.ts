import { column, hidden } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** Sale prices that hold from a quantity on: one row for each, by product and quantity. */
export const priceTiers = declareDataset({
  name: 'price-tiers',
  title: { nl: 'Staffelprijzen', en: 'Price tiers' },
  fileName: { nl: 'staffelprijzen', en: 'price-tiers' },
  labelColumns: ['sku', 'from_qty'],
  columns: [
    hidden(column('product_id', 'integer', 'Artikel-id', 'Product id')),
    column('sku', 'text', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    column('from_qty', 'number', 'Vanaf aantal', 'From quantity'),
    column('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'),
    column('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
    column('vat', 'percentage', 'Btw %', 'VAT %'),
  ],
});
