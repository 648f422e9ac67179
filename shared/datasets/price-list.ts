import { fixedColumn } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** One row per product with its sale price; the price columns are empty where there is none. */
export const priceList = declareDataset({
  name: 'price-list',
  title: { nl: 'Prijslijst', en: 'Price list' },
  fileName: { nl: 'prijslijst', en: 'price-list' },
  hasFixedOrder: true,
  labelColumns: ['sku', 'title'],
  columns: [
    fixedColumn('sku', 'text'),
    fixedColumn('title', 'text'),
    fixedColumn('ppu_wt', 'unit-price'),
    fixedColumn('ppu', 'unit-price'),
    fixedColumn('vat', 'percentage'),
  ],
});
