import { PRODUCT_PRICES_CAP, type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { priceTiers } from '../../../shared/datasets/declarations.ts';
import type { Dataset, ExportSource, RowBatch } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';
import { describeSelection } from './filters.ts';
import { decodeProductFilters, type ProductFilters, productFilters, productPages, readPriceCells } from './products.ts';

type TierColumn = ColumnsOf<typeof priceTiers>;

export const priceTiersSource: Dataset<TierColumn> = {
  declaration: priceTiers,
  filters: productFilters,
  async select(source, texts) {
    const { query, values } = await decodeProductFilters(source, texts);
    return {
      ...describeSelection(source, priceTiers, { filters: values }),
      // The platform counts products, and any of them may have no tier or several.
      count: async () => null,
      read: () => tierRows(source, query),
    };
  },
};

async function* tierRows(source: ExportSource, query: ProductFilters): AsyncGenerator<RowBatch<TierColumn>> {
  const cellsOf = await readPriceCells(source);
  for await (const { rows: products } of productPages(source, query)) {
    const ids = products.map(({ id }) => id);
    const tiers = await readTiers(source, ids);
    const rows = products.flatMap(({ id, sku, title }) =>
      (tiers.get(id) ?? []).map((tier) => ({
        key: String(tier.id),
        product_id: id,
        sku,
        title,
        from_qty: tier.from_qty,
        ...cellsOf(sku, tier),
      })),
    );
    yield { rows, total: null };
  }
}

type Tier = ProductPrice & { readonly from_qty: number };

/** Sale prices with a threshold per product, the lowest first. */
async function readTiers(
  { platform, caller }: ExportSource,
  product_ids: number[],
): Promise<ReadonlyMap<number, readonly Tier[]>> {
  const limit = PRODUCT_PRICES_CAP;
  const readPage = (start: number) => platform.listProductPrices(caller, { product_ids, start, limit });
  const tiers: Tier[] = [];
  for await (const { rows } of drainPages(readPage, { limit })) tiers.push(...rows.filter(isTier));
  tiers.sort((a, b) => a.from_qty - b.from_qty || a.id - b.id);
  return Map.groupBy(tiers, ({ product_id }) => product_id);
}

function isTier(price: ProductPrice): price is Tier {
  return price.product_price_type_id === SALE_PRICE_TYPE && price.from_qty !== null;
}
