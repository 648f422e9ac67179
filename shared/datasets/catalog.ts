import { column, hidden } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** The list of products as the catalog page shows it. */
export const catalog = declareDataset({
  name: 'catalog',
  title: { nl: 'Artikelen', en: 'Products' },
  fileName: { nl: 'artikelen', en: 'products' },
  labelColumns: ['sku', 'title'],
  columns: [
    hidden(column('id', 'integer', 'Artikel-id', 'Product id')),
    column('sku', 'text', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    column('group', 'text', 'Omzetgroep', 'Turnover group'),
    column('stock', 'number', 'Voorraad', 'Stock'),
    column('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'),
    column('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
    column('vat', 'percentage', 'Btw %', 'VAT %'),
    hidden(column('vat_name', 'text', 'Btw-tarief', 'VAT rate')),
    hidden(column('never_priced', 'flag', 'Nooit geprijsd', 'Never priced')),
    hidden(column('shop_product_id', 'integer', 'Nummer in de winkel', 'Id in the shop')),
  ],
});
