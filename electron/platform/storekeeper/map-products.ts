import { foldBeginning } from '../../../shared/fold-text.ts';
import { UNLIMITED_STOCK } from '../../store/catalog/product-selection.ts';
import { COPIED_ACCOUNT } from '../../store/copies/copy-store.ts';
import type { ProductPricesTable, ProductsTable, StockTable, TaxRatesTable } from '../../store/schema.ts';
import { createTaxRate, NO_GROUP_ID, toLocationId } from './map-reference.ts';
import { createNote, createUnreadableNotes, type Note } from './notes.ts';
import { type Members, readMembers, readRate, readSides } from './records.ts';

export interface ProductContext {
  readonly homeCountry: string;
  /** Our id of the only location of the account; `null` if it has none or several. */
  readonly onlyLocationId: number | null;
  /** Whether another product of the copy has this SKU. */
  isSkuTaken(sku: string, productId: number): boolean;
  hasTaxRate(id: number): boolean;
}

export interface MappedProduct {
  /** `stock` is in 1/1000: the sum of `stockRows`, or the total if no location is known. */
  readonly product: Omit<ProductsTable, 'stock'> & { readonly id: number; readonly stock: number };
  readonly prices: readonly ProductPricesTable[];
  readonly stockRows: readonly StockTable[];
  /** Rates that a price refers to and the account does not list. */
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

/** A row of the product search: a product in a shop. */
export interface ProductRow {
  readonly id: number;
  readonly productId: number;
  readonly sku: string;
  readonly raw: unknown;
}

/** `null` if the row does not identify its product. */
export function readProductRow(raw: unknown): ProductRow | null {
  const row = readMembers(raw);
  const [id, productId] = [row.id('id'), row.id('product_id')];
  if (id === null || productId === null) return null;
  const sku = row.part('flat_product').part('product').text('sku');
  return { id, productId, sku, raw };
}

/** Maps a product from its row with the lowest id. */
export function mapProduct({ id: rowId, productId: id, raw }: ProductRow, context: ProductContext): MappedProduct {
  const row = readMembers(raw, []);
  const flat = row.part('flat_product');
  const inner = flat.part('product');
  const { sku, notes: skuNotes } = getUniqueSku(inner.text('sku'), id, context);
  const title = flat.text('title') || sku;
  const groupId = inner.id('product_group_id') ?? NO_GROUP_ID;
  const stock = mapStock(inner.part('product_stock'), id, context);
  const prices = mapPrices(row, id, context);
  return {
    product: {
      ...{ id, account_id: COPIED_ACCOUNT, sku, title, shop_product_id: rowId, product_group_id: groupId },
      // StoreKeeper's lists do not have barcodes.
      barcode: null,
      ...{ folded_sku: foldBeginning(sku), folded_title: foldBeginning(title), stock: stock.quantity },
    },
    prices: prices.rows,
    stockRows: stock.rows,
    taxRates: prices.taxRates,
    notes: [...skuNotes, ...stock.notes, ...prices.notes, ...createUnreadableNotes('product', id, row.unreadable)],
  };
}

/** SKUs must be unique: the product id is appended to an empty SKU and to one that another product has. */
function getUniqueSku(given: string, id: number, { isSkuTaken }: ProductContext) {
  if (given !== '' && !isSkuTaken(given, id)) return { sku: given, notes: [] };
  let sku = `${given}~${id}`;
  // Somebody may have typed such an SKU.
  while (isSkuTaken(sku, id)) sku = `${sku}~${id}`;
  const kind = given === '' ? 'sku_missing' : 'sku_taken';
  return { sku, notes: [createNote(kind, 'product', id, { given, written: sku })] };
}

interface MappedStock {
  readonly quantity: number;
  readonly rows: readonly StockTable[];
  readonly notes: readonly Note[];
}

function mapStock(stock: Members, productId: number, { onlyLocationId }: ProductContext): MappedStock {
  const locationId = toLocationId(stock.id('location_id')) ?? onlyLocationId;
  if (stock.flag('unlimited') === true) {
    return { quantity: UNLIMITED_STOCK, rows: [], notes: [createNote('stock_unlimited', 'product', productId)] };
  }
  const quantity = stock.quantity('value');
  if (!stock.isGiven('value')) {
    return { quantity: 0, rows: [], notes: [createNote('stock_missing', 'product', productId)] };
  }
  if (locationId === null || quantity === null) return { quantity: quantity ?? 0, rows: [], notes: [] };
  const row = { account_id: COPIED_ACCOUNT, product_id: productId, location_id: locationId, quantity };
  return { quantity, rows: [row], notes: [] };
}

/** Default price, current price and deposit, each with the price type to use if the price has none. */
const PRICES = [
  ['product_default_price', 1],
  ['product_price', 6],
  ['product_emballage_price', 9],
] as const;

function mapPrices(row: Members, productId: number, context: ProductContext) {
  const notes: Note[] = [];
  const taxRates = new Map<number, TaxRatesTable>();
  const rows = new Map<number, ProductPricesTable>();
  for (const [name, defaultType] of PRICES) {
    const price = row.part(name);
    const id = price.id('id');
    if (!row.isGiven(name) || (id !== null && rows.has(id))) continue;
    const { ex: ppu, wt: ppuWt } = readSides(price, 'ppu');
    const rate = readRate(price);
    const currency = price.text('currency_iso3') || 'EUR';
    if (id === null && ppuWt === null) continue;
    if (id === null || ppu === null || ppuWt === null || rate === null) {
      const detail = { given: `product ${productId}`, ...(ppuWt !== null && { amount: ppuWt }) };
      notes.push(createNote('price_incomplete', 'price', id ?? `${name} ${productId}`, detail));
    } else if (currency !== 'EUR') {
      notes.push(createNote('price_in_other_currency', 'price', id, { given: currency, amount: ppuWt }));
    } else {
      // Both sides are used as given. Neither is calculated from the other.
      rows.set(id, {
        ...{ id, account_id: COPIED_ACCOUNT, product_id: productId, ppu, ppu_wt: ppuWt, tax_rate_id: rate.id },
        product_price_type_id: price.id('product_price_type_id') ?? defaultType,
        ...{ currency, from_qty: null },
      });
      if (taxRates.has(rate.id) || context.hasTaxRate(rate.id)) continue;
      const found = createTaxRate(rate, context.homeCountry);
      taxRates.set(rate.id, found.rate);
      notes.push(found.note);
    }
  }
  return { rows: [...rows.values()], taxRates: [...taxRates.values()], notes };
}
