import { listProductPrices, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, type Product } from '../../../shared/contract/products.ts';
import { listTaxRates, type TaxRate } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import type { ApiReader } from './api-reader.ts';
import { csvEuros, csvPercentage, csvText } from './csv-file.ts';
import { plainText, unitPriceText } from './visible-table.ts';
import { sentence, DUTCH as words } from './window-texts.ts';

/** A product with its sale price; `null` if it was never priced. */
export interface PricedProduct {
  readonly product: Product;
  readonly sale: { readonly ppu: number; readonly ppu_wt: number; readonly rate: TaxRate } | null;
}

const EXEMPT = 'Vrijgesteld';

/** The initial order of the catalog. */
export const BY_TITLE = { sort: 'title' } as const;

/** The recommended join of the specification, over every page that `query` selects, in the order of the window. */
export async function readPriceList(api: ApiReader, query: { readonly q?: string } = {}): Promise<PricedProduct[]> {
  const products = await api.drain(listProducts, query.q === undefined ? BY_TITLE : query);
  const prices: ProductPrice[] = [];
  for (let start = 0; start < products.length; start += 100) {
    const ids = products.slice(start, start + 100).map(({ id }) => id);
    prices.push(...(await api.drain(listProductPrices, { product_ids: ids })));
  }
  const { data: rates } = await api.read(listTaxRates);
  return products.map((product) => {
    const [sale] = prices
      .filter((row) => row.product_id === product.id && row.is_sale_price && row.from_qty === null)
      .sort((left, right) => left.id - right.id);
    const rate = rates.find(({ id }) => id === sale?.tax_rate_id);
    return { product, sale: sale && rate ? { ppu: sale.ppu, ppu_wt: sale.ppu_wt, rate } : null };
  });
}

/** The columns of the table in the window, one row for each product. */
export async function catalogRows(api: ApiReader, products: readonly PricedProduct[]): Promise<string[][]> {
  const { data: groups } = await api.read(listTurnoverGroups);
  const titleOf = (id: number) => groups.find((group) => group.id === id)?.title ?? '';
  return products.map(({ product, sale }) => [
    product.sku,
    product.title,
    titleOf(product.product_group_id),
    plainText(product.stock),
    ...(sale ? [unitPriceText(sale.ppu_wt), unitPriceText(sale.ppu), rateCell(sale.rate, plainText)] : ['', '', '']),
  ]);
}

/** A line of the downloaded price list. */
export function priceCells({ product: { sku, title }, sale }: PricedProduct): string[] {
  const prices = sale ? [csvEuros(sale.ppu_wt), csvEuros(sale.ppu), rateCell(sale.rate, csvPercentage)] : ['', '', ''];
  return [csvText(sku), csvText(title), ...prices];
}

function rateCell({ name, value }: TaxRate, written: (percentage: number) => string): string {
  return name.startsWith(EXEMPT) ? EXEMPT : written(value);
}

export function priceLabel(price: ProductPrice, prices: readonly ProductPrice[]): string {
  const { product_price_type_id: type, is_sale_price, from_qty } = price;
  const costTypes = new Set(prices.flatMap((one) => (one.is_sale_price ? [] : [one.product_price_type_id])));
  const cost = costTypes.size > 1 ? words.catalog.costPriceOfType : words.catalog.costPrice;
  const kind = is_sale_price ? words.catalog.salePrice : sentence(cost, { type });
  if (from_qty === null) return kind;
  const form = from_qty === 1 ? words.catalog.fromQuantity_one : words.catalog.fromQuantity_other;
  return sentence(form, { kind, count: plainText(from_qty) });
}

/** The product with the most price rows among the first ones: tiers, and prices that are not sale prices. */
export async function productWithMostPrices(api: ApiReader): Promise<Product> {
  const { data: products } = await api.read(listProducts, { limit: 100 });
  const prices = await api.drain(listProductPrices, { product_ids: products.map(({ id }) => id) });
  const rowsOf = ({ id }: Product) => prices.filter((price) => price.product_id === id).length;
  return products.reduce((most, product) => (rowsOf(product) > rowsOf(most) ? product : most));
}
