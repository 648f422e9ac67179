import { type Static, Type } from 'typebox';
import { listProducts, PRODUCTS_CAP } from '../../../shared/contract/products.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import type { SalePrice } from '../../platform/platform.ts';
import type { Dataset, ExportSource, RowBatch, TextFilters } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import { decodeFilters, describeSelection, type FilterValues, rateTitle, recordNamedBy } from './filters.ts';

const productFilters = Type.Omit(listProducts.query, ['start', 'limit']);

export type ProductFilters = Static<typeof productFilters>;

/** A dataset that is made from the list of products. `count` null: only reading the rows shows how many there are. */
export function productDataset<Id extends string>(
  declaration: DatasetDeclaration<Id>,
  rowsOf: (source: ExportSource, query: ProductFilters) => AsyncIterable<RowBatch<Id>>,
  count: typeof countProducts | null = countProducts,
): Dataset<Id> {
  return {
    declaration,
    filters: productFilters,
    async select(source, texts) {
      const { query, values } = await decodeProductFilters(source, texts);
      return {
        ...describeSelection(source, declaration, { filters: values }),
        count: async () => count?.(source, query) ?? null,
        read: () => rowsOf(source, query),
      };
    },
  };
}

async function decodeProductFilters(
  source: ExportSource,
  texts: TextFilters,
): Promise<{ query: ProductFilters; values: FilterValues }> {
  const query = decodeFilters(productFilters, texts);
  const { q, product_group_id, tax_rate_id, stock, priced, sort } = query;
  const group = await recordNamedBy(source, 'turnoverGroups', 'product_group_id', product_group_id);
  const rate = await recordNamedBy(source, 'taxRates', 'tax_rate_id', tax_rate_id);
  const values = {
    group: group?.title,
    taxRate: rate && rateTitle(rate),
    stock,
    priced,
    search: q,
    sort: sort === 'id' && !q ? null : sort,
  };
  return { query, values };
}

export async function countProducts({ platform, caller }: ExportSource, query: ProductFilters): Promise<number> {
  return (await platform.searchProducts(caller, { ...query, start: 0, limit: 1 })).total;
}

export function productPages({ platform, caller }: ExportSource, query: ProductFilters) {
  const limit = PRODUCTS_CAP;
  return drainPages((start) => platform.searchProducts(caller, { ...query, start, limit }), { limit });
}

export interface PriceCells {
  readonly ppu_wt: number | null;
  readonly ppu: number | null;
  /** Percentage. */
  readonly vat: number | null;
}

const NO_PRICE: PriceCells = { ppu_wt: null, ppu: null, vat: null };

/** Empty cells where a product was never priced. Throws `ExportError` `incomplete` for an unlisted VAT rate. */
export async function readPriceCells({
  platform,
  caller,
}: ExportSource): Promise<(sku: string, price: SalePrice | null) => PriceCells> {
  const taxRates = await platform.listReference(caller, 'taxRates');
  const vatByRate = new Map(taxRates.map(({ id, value }) => [id, value]));
  return (sku, price) => {
    if (price === null) return NO_PRICE;
    const vat = vatByRate.get(price.tax_rate_id);
    if (vat === undefined) {
      throw new ExportError('incomplete', `The price of ${sku} has a VAT rate that is unknown.`);
    }
    return { ppu_wt: price.ppu_wt, ppu: price.ppu, vat };
  };
}
