import type { Product } from '../../../shared/contract/products.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import type { ExportSource, RowBatch } from '../dataset.ts';
import { readSalePrices } from '../drain-pages.ts';
import { readTitles } from './filters.ts';
import {
  createPriceCells,
  createProductDataset,
  listRateIds,
  type ProductFilters,
  readProductPages,
  readTaxRates,
} from './products.ts';

type CatalogColumn = ColumnsOf<typeof catalog>;

export const catalogSource = createProductDataset(catalog, readCatalogRows);

async function* readCatalogRows(source: ExportSource, query: ProductFilters): AsyncGenerator<RowBatch<CatalogColumn>> {
  const groupTitle = await readTitles(source, 'turnoverGroups');
  const rates = await readTaxRates(source);
  for await (const { rows: products, total } of readProductPages(source, query)) {
    const prices = await readSalePrices(source, products);
    await rates.cover(listRateIds(prices.values()));
    const toRow = (product: Product) => {
      const price = prices.get(product.id) ?? null;
      const rate = price && rates.getRate(price.tax_rate_id);
      const vat_name = rate ? `${rate.country_iso2} ${rate.name}` : null;
      return {
        ...product,
        ...{ key: String(product.id), group: groupTitle(product.product_group_id) },
        ...createPriceCells(rates, price, source.language),
        ...{ vat_name, never_priced: price === null },
      };
    };
    yield { rows: products.map(toRow), total };
  }
}
