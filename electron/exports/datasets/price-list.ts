import { Type } from 'typebox';
import { listProducts } from '../../../shared/contract/products.ts';
import type { ColumnKind, Dataset } from '../dataset.ts';
import { shownColumn } from '../declare-column.ts';
import { recordNamedBy } from '../filter-checks.ts';
import { decodeFilters } from '../filter-decoder.ts';
import { type PriceListColumn, priceListRows } from './price-list-rows.ts';

// Other programs import by these headings, so they are the same in every language.
const column = (id: PriceListColumn, kind: ColumnKind) => shownColumn(id, kind, id, id);

const NAMES = { nl: 'prijslijst', en: 'price-list' };

const Filters = Type.Omit(listProducts.query, ['start', 'limit']);

/** One row per product with its sale price; the price columns are empty where there is none. */
export const priceList: Dataset<PriceListColumn> = {
  hasFixedOrder: true,
  columns: [
    column('sku', 'text'),
    column('title', 'text'),
    column('ppu_wt', 'unit-price'),
    column('ppu', 'unit-price'),
    column('vat', 'percentage'),
  ],
  async select(source, filters) {
    const query = decodeFilters(Filters, filters);
    await recordNamedBy(source, 'turnoverGroups', 'product_group_id', query.product_group_id);
    await recordNamedBy(source, 'taxRates', 'tax_rate_id', query.tax_rate_id);
    return {
      nameParts: [NAMES[source.language], source.today],
      batches: () => priceListRows(source, query),
    };
  },
};
