import type { Row, Tilldesk } from '../../../clients/typescript/client.ts';

/** Prices in euros, both sides as the service gives them: one is never computed from the other. */
export interface PriceListRow {
  readonly sku: string;
  readonly title: string;
  /** Including VAT. Null, like all that follows, for a product that was never priced. */
  readonly ppu_wt: number | null;
  /** Excluding VAT. */
  readonly ppu: number | null;
  /** Null beside a price when its tax rate is not one of the country. */
  readonly vat_percent: number | null;
}

type Product = Row<'/api/products'>;
type ProductPrice = Row<'/api/product-prices'>;
type PercentByRate = ReadonlyMap<number, number>;

/** As many products to a page as the service gives, which is also as many ids as it takes for their prices. */
const PRODUCTS_PER_PAGE = 200;

const PRICES_PER_PAGE = 500;

/** One row per product, by product id, with its sale price and the VAT percentage of it in `country` (ISO, NL). */
export async function readPriceList(tilldesk: Tilldesk, country: string): Promise<PriceListRow[]> {
  const percentByRate = await readTaxRates(tilldesk, country);
  // To the end before the first price is asked for: a list that has to be read afresh takes back its pages.
  const products = await tilldesk.readAll('/api/products', { limit: PRODUCTS_PER_PAGE });
  const rows: PriceListRow[] = [];
  for (let at = 0; at < products.length; at += PRODUCTS_PER_PAGE) {
    const page = products.slice(at, at + PRODUCTS_PER_PAGE);
    const prices = await readSalePrices(tilldesk, page);
    rows.push(...page.map((product) => rowOf(product, prices.get(product.id), percentByRate)));
  }
  return rows;
}

/** Not paged. The service answers an empty list for a country that it does not know. */
async function readTaxRates({ api }: Tilldesk, country: string): Promise<PercentByRate> {
  const { data: rates } = await api.GET('/api/tax-rates', { params: { query: { country_iso2: country } } });
  if (!rates?.data.length) throw new Error(`The service knows no tax rates of ${country}.`);
  return new Map(rates.data.map(({ id, value }) => [id, value]));
}

/**
 * The sale price by product id. Of the rows of a product (there are cost and purchase prices, and sale prices
 * from a quantity on) it is the sale price from no quantity on; should there be two, the one with the lowest id.
 */
async function readSalePrices(
  tilldesk: Tilldesk,
  products: readonly Product[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const query = { product_ids: products.map(({ id }) => id), limit: PRICES_PER_PAGE };
  const prices = await tilldesk.readAll('/api/product-prices', query);
  const salePrices = new Map<number, ProductPrice>();
  for (const price of prices) {
    if (!price.is_sale_price || price.from_qty !== null) continue;
    const known = salePrices.get(price.product_id);
    if (!known || price.id < known.id) salePrices.set(price.product_id, price);
  }
  return salePrices;
}

function rowOf({ sku, title }: Product, price: ProductPrice | undefined, percents: PercentByRate): PriceListRow {
  if (!price) return { sku, title, ppu_wt: null, ppu: null, vat_percent: null };
  const { ppu_wt, ppu, tax_rate_id } = price;
  return { sku, title, ppu_wt, ppu, vat_percent: percents.get(tax_rate_id) ?? null };
}

const COLUMNS = ['sku', 'title', 'ppu_wt', 'ppu', 'vat_percent'] as const satisfies (keyof PriceListRow)[];

const NEEDS_QUOTES = /[",\r\n]/;

/** CSV as RFC 4180 has it, headings first: commas, decimal points, Windows line ends. */
export function toCsv(rows: readonly PriceListRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join());
  return [COLUMNS.join(), ...lines].map((line) => `${line}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
