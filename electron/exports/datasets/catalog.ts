import type { Product } from '../../../shared/contract/products.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import type { ExportSource, RowBatch } from '../dataset.ts';
import { salePrices } from '../drain-pages.ts';
import { rateTitle, readTitles } from './filters.ts';
import { type ProductFilters, productDataset, productPages, readPriceCells } from './products.ts';

type CatalogColumn = ColumnsOf<typeof catalog>;

export const catalogSource = productDataset(catalog, catalogRows);

async function* catalogRows(source: ExportSource, query: ProductFilters): AsyncGenerator<RowBatch<CatalogColumn>> {
  const { platform, caller } = source;
  const groupTitle = await readTitles(source, 'turnoverGroups');
  const cellsOf = await readPriceCells(source);
  const rates = await platform.listReference(caller, 'taxRates');
  const rateTitles = new Map(rates.map((rate) => [rate.id, rateTitle(rate)]));
  for await (const { rows: products, total } of productPages(source, query)) {
    const prices = await salePrices(source, products);
    const rowOf = ({ id, sku, title, product_group_id, stock, shop_product_id }: Product) => {
      const price = prices.get(id) ?? null;
      const product = { key: String(id), id, sku, title, group: groupTitle(product_group_id), stock, shop_product_id };
      const vat_name = price && (rateTitles.get(price.tax_rate_id) ?? null);
      return { ...product, ...cellsOf(sku, price), vat_name, never_priced: price === null };
    };
    yield { rows: products.map(rowOf), total };
  }
}
