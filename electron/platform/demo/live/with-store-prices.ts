import type { readSalePrices } from '../../../store/demo/live-shop-queries.ts';
import type { SellableProduct } from '../catalog.ts';
import type { DemoModel } from '../model.ts';

type SalePrices = Awaited<ReturnType<typeof readSalePrices>>;

/** The model with the sale prices of the store instead of those of the seed. What has none any more is not sold. */
export function withStorePrices(model: DemoModel, prices: SalePrices): DemoModel {
  const { catalog } = model;
  const rowsByProduct = Map.groupBy(prices, ({ product_id }) => product_id);
  const priced = (products: readonly SellableProduct[]) =>
    products.flatMap((product) => {
      const saleRows = rowsByProduct.get(product.row.id);
      return saleRows ? [{ ...product, saleRows }] : [];
    });
  return {
    ...model,
    catalog: { ...catalog, sellable: priced(catalog.sellable), shipping: priced(catalog.shipping) },
  };
}
