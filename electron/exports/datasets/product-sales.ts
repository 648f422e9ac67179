import { Type } from 'typebox';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { productSales } from '../../../shared/datasets/product-sales.ts';
import type { Dataset, ExportSource } from '../dataset.ts';
import { describeSelection } from './describe-selection.ts';
import { recordNamedBy, refuseUnknown } from './filter-checks.ts';
import { decodeFilters } from './filter-decoder.ts';
import { productSalesRows, readSalesPage } from './product-sales-rows.ts';
import { selectReport } from './select-report.ts';

export type SalesColumn = ColumnsOf<typeof productSales>;

const filters = Type.Omit(readProductSales.query, ['start', 'limit']);

export const productSalesSource: Dataset<SalesColumn> = {
  declaration: productSales,
  filters,
  async select(source, texts) {
    const { from, to, location_id, ...sold } = decodeFilters(filters, texts);
    const { product_group_id, product_id, sort } = sold;
    const { query: report, asked } = await selectReport(source, {
      from,
      ...(to !== undefined && { to }),
      ...(location_id !== undefined && { location_id }),
    });
    const group = await recordNamedBy(source, 'turnoverGroups', 'product_group_id', product_group_id);
    const product = await productNamedBy(source, product_id);
    const query = { ...report, ...sold };
    return {
      ...describeSelection(source, productSales, {
        ...asked,
        filters: { group: group?.title, product, sort: sort === 'product_id' ? null : sort },
      }),
      count: async () => (await readSalesPage(source, query, 0, 1)).total,
      read: () => productSalesRows(source, query),
    };
  },
};

/** SKU and title of the product that the filter names. */
async function productNamedBy(
  { platform, caller }: ExportSource,
  id: number | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const product = await platform.findProduct(caller, id);
  return product ? `${product.sku} ${product.title}` : refuseUnknown('product_id', id);
}
