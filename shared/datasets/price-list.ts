import { fixedColumn, labelled } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** One row per product with its sale price; the price columns are empty where there is none. */
export const priceList = declareDataset({
  name: 'price-list',
  title: { nl: 'Prijslijst', en: 'Price list' },
  fileName: { nl: 'prijslijst', en: 'price-list' },
  hasFixedOrder: true,
  labelColumns: ['sku', 'title'],
  columns: [
    labelled(fixedColumn('sku', 'text'), 'Artikelnummer', 'SKU'),
    labelled(fixedColumn('title', 'text'), 'Artikel', 'Product'),
    labelled(fixedColumn('ppu_wt', 'unit-price'), 'Prijs incl. btw', 'Price incl. VAT'),
    labelled(fixedColumn('ppu', 'unit-price'), 'Prijs excl. btw', 'Price excl. VAT'),
    labelled(fixedColumn('vat', 'percentage'), 'Btw %', 'VAT %'),
  ],
});
