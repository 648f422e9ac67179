import type { Product } from '../../../shared/contract/products.ts';
import { catalog } from '../../../shared/datasets/catalog.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import type { Dataset, ExportSource, RowBatch } from '../dataset.ts';
import { describeSelection } from '../describe-selection.ts';
import { salePrices } from '../sale-prices.ts';
import { readPriceCells } from './price-cells.ts';
import {
  countProducts,
  decodeProductFilters,
  type ProductFilters,
  productFilters,
  productPages,
} from './product-filters.ts';
import { readTitles } from './record-titles.ts';

type CatalogColumn = ColumnsOf<typeof catalog>;

export const catalogSource: Dataset<CatalogColumn> = {
  declaration: catalog,
  filters: productFilters,
  async select(source, texts) {
    const { query, values } = await decodeProductFilters(source, texts);
    return {
      ...describeSelection(source, catalog, { filters: values }),
      count: () => countProducts(source, query),
      read: () => catalogRows(source, query),
    };
  },
};

async function* catalogRows(
  source: ExportSource,
  query: ProductFilters,
): AsyncGenerator<RowBatch<CatalogColumn>> {
  const { platform, caller } = source;
  const groupTitle = await readTitles(source, 'turnoverGroups');
  const cellsOf = await readPriceCells(source);
  for await (const { rows: products, total } of productPages(source, query)) {
    const prices = await salePrices(
      (asked) => platform.listProductPrices(caller, asked),
      products.map(({ id }) => id),
    );
    const rowOf = ({ id, sku, title, product_group_id, stock }: Product) => ({
      key: String(id),
      id,
      sku,
      title,
      group: groupTitle(product_group_id),
      stock,
      ...cellsOf(sku, prices.get(id) ?? null),
    });
    yield { rows: products.map(rowOf), total };
  }
}
