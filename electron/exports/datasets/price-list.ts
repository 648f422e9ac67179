import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { priceList } from '../../../shared/datasets/price-list.ts';
import type { Dataset } from '../dataset.ts';
import { describeSelection } from './describe-selection.ts';
import { priceListRows } from './price-list-rows.ts';
import { countProducts, decodeProductFilters, productFilters } from './product-filters.ts';

export type PriceListColumn = ColumnsOf<typeof priceList>;

export const priceListSource: Dataset<PriceListColumn> = {
  declaration: priceList,
  filters: productFilters,
  async select(source, texts) {
    const { query, values } = await decodeProductFilters(source, texts);
    return {
      ...describeSelection(source, priceList, { filters: values }),
      count: () => countProducts(source, query),
      read: () => priceListRows(source, query),
    };
  },
};
