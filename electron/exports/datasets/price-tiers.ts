import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { priceTiers } from '../../../shared/datasets/declarations.ts';
import type { ExportSource, RowBatch } from '../dataset.ts';
import { readPricePages } from '../drain-pages.ts';
import {
  createPriceCells,
  createProductDataset,
  listRateIds,
  type ProductFilters,
  readProductPages,
  readTaxRates,
} from './products.ts';

type TierColumn = ColumnsOf<typeof priceTiers>;

export const priceTiersSource = createProductDataset(priceTiers, readTierRows);

async function* readTierRows(source: ExportSource, query: ProductFilters): AsyncGenerator<RowBatch<TierColumn>> {
  const rates = await readTaxRates(source);
  for await (const { rows: products } of readProductPages(source, query)) {
    const ids = products.map(({ id }) => id);
    const tiers = await readTiers(source, ids);
    await rates.cover(listRateIds([...tiers.values()].flat()));
    const rows = products.flatMap(({ id, sku, title }) =>
      (tiers.get(id) ?? []).map((tier) => {
        const product = { product_id: id, sku, title };
        return {
          key: String(tier.id),
          ...product,
          from_qty: tier.from_qty,
          ...createPriceCells(rates, tier, source.language),
        };
      }),
    );
    // The platform counts products, and each may have any number of tiers.
    yield { rows, total: null };
  }
}

type Tier = ProductPrice & { readonly from_qty: number };

async function readTiers(source: ExportSource, productIds: number[]): Promise<ReadonlyMap<number, readonly Tier[]>> {
  const tiers: Tier[] = [];
  for await (const prices of readPricePages(source, productIds)) tiers.push(...prices.filter(isTier));
  tiers.sort((a, b) => a.from_qty - b.from_qty || a.id - b.id);
  return Map.groupBy(tiers, ({ product_id }) => product_id);
}

function isTier(price: ProductPrice): price is Tier {
  return price.product_price_type_id === SALE_PRICE_TYPE && price.from_qty !== null;
}
