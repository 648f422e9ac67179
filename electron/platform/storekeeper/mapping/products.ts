import { foldBeginning } from '../../../../shared/fold-text.ts';
import type { ProductPricesTable, ProductsTable, StockTable, TaxRatesTable } from '../../../store/schema.ts';
import { type Note, noteOf } from './notes.ts';
import { lineRateOf, locationIdOf, NO_GROUP_ID, taxRateOfLine } from './reference.ts';
import type { ShopProductRecord } from './wire-records.ts';
import { amountOf, flagOf, idOf, isQuantityTooLarge, partOf, quantityOf, textOf } from './wire-values.ts';

export interface ProductContext {
  readonly accountId: number;
  readonly homeCountry: string;
  /** Our id of the only location of the account; null where it has none or several. */
  readonly onlyLocationId: number | null;
  /** Whether another product of the copy has this SKU. */
  isSkuTaken(sku: string, productId: number): boolean;
  hasTaxRate(id: number): boolean;
}

export interface MappedProduct {
  /** `stock` is in 1/1000: what `stockRows` hold, or, where no location is known, the product alone. */
  readonly product: Omit<ProductsTable, 'stock'> & { readonly stock: number };
  readonly prices: readonly ProductPricesTable[];
  readonly stockRows: readonly StockTable[];
  /** Rates that a price names and the account does not list. */
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

/**
 * A product out of its rows, one for each shop that sells it. The row with the lowest id is the one that counts.
 * Throws `TypeError` for rows of several products, and for none.
 */
export function mapProduct(rows: readonly ShopProductRecord[], context: ProductContext): MappedProduct {
  const [row, ...others] = [...rows].sort((a, b) => Number(a.id) - Number(b.id));
  if (row === undefined || others.some(({ product_id }) => Number(product_id) !== Number(row.product_id))) {
    throw new TypeError('a product is mapped from all of its own rows');
  }
  const id = Number(row.product_id);
  const flat = partOf(row.flat_product);
  const inner = partOf(flat?.product);
  const { sku, notes: skuNotes } = skuOf(textOf(inner?.sku), id, context);
  const title = textOf(flat?.title) || sku;
  const stock = stockOf(row, id, context);
  const prices = pricesOf(row, others, id, context);
  return {
    product: {
      ...{ id, account_id: context.accountId, sku, title, shop_product_id: Number(row.id) },
      // StoreKeeper's product lists do not have it.
      barcode: null,
      product_group_id: idOf(inner?.product_group_id) ?? NO_GROUP_ID,
      folded_sku: foldBeginning(sku),
      folded_title: foldBeginning(title),
      stock: stock.quantity,
    },
    prices: prices.rows,
    stockRows: stock.rows,
    taxRates: prices.taxRates,
    notes: [...skuNotes, ...stock.notes, ...prices.notes],
  };
}

/** An SKU names one product: an empty one, and one that another product has, get the id of the product behind them. */
function skuOf(given: string, id: number, { isSkuTaken }: ProductContext) {
  if (given !== '' && !isSkuTaken(given, id)) return { sku: given, notes: [] };
  let sku = `${given}~${id}`;
  // Somebody may have typed such an SKU.
  while (isSkuTaken(sku, id)) sku = `${sku}~${id}`;
  const kind = given === '' ? 'sku_missing' : 'sku_taken';
  return { sku, notes: [noteOf(kind, 'product', id, { given, written: sku })] };
}

interface MappedStock {
  readonly quantity: number;
  readonly rows: readonly StockTable[];
  readonly notes: readonly Note[];
}

function stockOf(row: ShopProductRecord, id: number, { accountId, onlyLocationId }: ProductContext): MappedStock {
  const stock = partOf(partOf(partOf(row.flat_product)?.product)?.product_stock);
  if (stock === undefined) return { quantity: 0, rows: [], notes: [] };
  if (flagOf(stock.unlimited) === true) {
    return { quantity: 0, rows: [], notes: [noteOf('stock_unlimited', 'product', id)] };
  }
  if (isQuantityTooLarge(stock.value)) {
    return {
      quantity: 0,
      rows: [],
      notes: [noteOf('record_unreadable', 'product', id, { given: textOf(stock.value) })],
    };
  }
  const quantity = quantityOf(stock.value) ?? 0;
  const locationId = locationIdOf(stock.location_id) ?? onlyLocationId;
  if (locationId === null) return { quantity, rows: [], notes: [] };
  return { quantity, rows: [{ account_id: accountId, product_id: id, location_id: locationId, quantity }], notes: [] };
}

interface MappedPrices {
  readonly rows: readonly ProductPricesTable[];
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

type PriceRecord = ReturnType<typeof pricesIn>[number];

/** The types of prices: sale, action, deposit. */
const [SALE, ACTION, DEPOSIT] = [1, 6, 9] as const;

/** The usual price, the one in force where it is another, and the deposit, each with the type that it has by its place. */
function pricesIn(row: ShopProductRecord) {
  const places = [
    { usualType: SALE, price: partOf(row.product_default_price) },
    { usualType: ACTION, price: partOf(row.product_price) },
    { usualType: DEPOSIT, price: partOf(row.product_emballage_price) },
  ];
  const given = places.flatMap(({ usualType, price }) => (price === undefined ? [] : [{ ...price, usualType }]));
  return given.filter((price, at) => given.findIndex(({ id }) => Number(id) === Number(price.id)) === at);
}

function pricesOf(
  row: ShopProductRecord,
  others: readonly ShopProductRecord[],
  productId: number,
  context: ProductContext,
): MappedPrices {
  const notes: Note[] = [];
  const taxRates = new Map<number, TaxRatesTable>();
  const rows: ProductPricesTable[] = [];
  for (const price of pricesIn(row)) {
    const mapped = priceRow(price, productId, context);
    if (!('ppu' in mapped)) {
      notes.push(mapped);
      continue;
    }
    rows.push(mapped);
    const rate = lineRateOf(price);
    if (rate === null || taxRates.has(rate.id) || context.hasTaxRate(rate.id)) continue;
    const found = taxRateOfLine(rate, context.accountId, context.homeCountry);
    taxRates.set(rate.id, found.rate);
    notes.push(found.note);
  }
  notes.push(...otherPrices(row, others, productId));
  return { rows, taxRates: [...taxRates.values()], notes };
}

/** Both sides as they are given, never one out of the other. A note where a price cannot be used. */
function priceRow(price: PriceRecord, productId: number, { accountId }: ProductContext): ProductPricesTable | Note {
  const [ppu, ppuWt, rate] = [amountOf(price.ppu), amountOf(price.ppu_wt), lineRateOf(price)];
  const currency = textOf(price.currency_iso3) || 'EUR';
  const given = `product ${productId}`;
  if (ppu === null || ppuWt === null || rate === null) {
    return noteOf('price_incomplete', 'price', price.id, { given, ...(ppuWt !== null && { amount: ppuWt }) });
  }
  if (currency !== 'EUR')
    return noteOf('price_in_other_currency', 'price', price.id, { given: currency, amount: ppuWt });
  return {
    id: Number(price.id),
    account_id: accountId,
    product_id: productId,
    product_price_type_id: idOf(price.product_price_type_id) ?? price.usualType,
    ppu,
    ppu_wt: ppuWt,
    tax_rate_id: rate.id,
    currency,
    from_qty: null,
  };
}

/** A product has one usual price here; another shop may sell it for another. */
function otherPrices(row: ShopProductRecord, others: readonly ShopProductRecord[], productId: number): Note[] {
  const ours = amountOf(partOf(row.product_default_price)?.ppu_wt);
  return others.flatMap((other) => {
    const theirs = amountOf(partOf(other.product_default_price)?.ppu_wt);
    if (ours === null || theirs === null || ours === theirs) return [];
    return [noteOf('price_differs_by_shop', 'product', productId, { given: String(other.id), theirs, ours })];
  });
}
