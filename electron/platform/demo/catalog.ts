import type { Insertable } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { foldText } from '../../../shared/fold-text.ts';
import type { Amount } from '../../../shared/money.ts';
import type { ProductPricesTable, ProductsTable, StockTable } from '../../store/schema.ts';
import type { DemoProfile } from './demo-profile.ts';
import { drawPriceRows, type PriceRow } from './price-rows.ts';
import { type Random, randomStream } from './prng.ts';
import type { ProductRange } from './product-range.ts';
import { drawSalePrice, percentOf } from './sale-price.ts';
import { locationIdOf } from './sites.ts';
import { createSkuMaker, formulaLikeSku } from './skus.ts';
import { drawStock } from './stock.ts';
import type { RateBook } from './tax-registry.ts';
import { type TitledThing, titlesOf } from './titles.ts';
import { SHIPPING } from './vocabulary/gifts-and-services.ts';

export type NewProduct = Insertable<ProductsTable>;

/** What an order needs to know of a product that has a sale price. */
export interface SellableProduct {
  readonly row: NewProduct;
  readonly range: ProductRange;
  readonly rateId: number;
  /** Sale rows without and with a threshold, in the order of their ids; the first has none. */
  readonly saleRows: readonly PriceRow[];
  readonly unitCost: Amount;
}

export interface Catalog {
  readonly products: readonly NewProduct[];
  readonly prices: readonly ProductPricesTable[];
  readonly stock: readonly StockTable[];
  /** Goods and services that somebody picks; shipping is charged, never picked. */
  readonly sellable: readonly SellableProduct[];
  readonly shipping: readonly SellableProduct[];
}

const NEVER_PRICED_PERCENT = 3;

/** The catalog as the seed makes it, whatever the date. */
export function makeCatalog(profile: DemoProfile, seed: number, rateOf: RateBook): Catalog {
  const random = randomStream(seed, profile.accountName, 'catalog');
  const drafts = draftProducts(random, profile);
  const neverPriced = drawNeverPriced(random, drafts);
  const priceRandom = randomStream(seed, profile.accountName, 'prices');
  const stockRandom = randomStream(seed, profile.accountName, 'stock');
  const catalog = { products: [], prices: [], stock: [], sellable: [], shipping: [] } as WritableCatalog;
  for (const draft of drafts) {
    catalog.products.push(draft.row);
    addPrices(catalog, priceRandom, profile, rateOf, draft, !neverPriced.has(draft));
    if (!draft.range.isService) addStock(catalog, stockRandom, profile, draft);
  }
  return catalog;
}

type WritableCatalog = { [Part in keyof Catalog]: Catalog[Part][number][] };

interface Draft extends TitledThing {
  readonly row: NewProduct;
  readonly range: ProductRange;
}

function draftProducts(random: Random, { ids, groups }: DemoProfile): Draft[] {
  const titled = groups.flatMap(({ ranges }, group) =>
    ranges.flatMap((range) =>
      titlesOf(random, range).map((title) => ({ ...title, range, groupId: ids.groups + 1 + group })),
    ),
  );
  const nextSku = createSkuMaker(random);
  const shopProductIds = random.shuffled(titled.map((_, index) => ids.shopProducts + 1 + index));
  return random.shuffled(titled).map(({ groupId, ...draft }, index) => {
    const drawnSku = nextSku();
    const sku = formulaLikeSku(index, titled.length) ?? drawnSku;
    const row = {
      id: ids.products + 1 + index,
      account_id: ids.account,
      sku,
      title: draft.title,
      product_group_id: groupId,
      shop_product_id: shopProductIds[index] ?? ids.shopProducts,
      folded_sku: foldText(sku),
      folded_title: foldText(draft.title),
    };
    return { ...draft, row };
  });
}

function drawNeverPriced(random: Random, drafts: readonly Draft[]): ReadonlySet<Draft> {
  const goods = drafts.filter(({ range }) => !range.isService);
  const count = Math.round((drafts.length * NEVER_PRICED_PERCENT) / 100);
  return new Set(random.shuffled(goods).slice(0, count));
}

function addPrices(
  catalog: WritableCatalog,
  random: Random,
  { ids }: DemoProfile,
  rateOf: RateBook,
  { row, range, thing }: Draft,
  hasSalePrice: boolean,
): void {
  const rate = rateOf('NL', range.rate);
  const isPiece = range.unit === 'piece';
  const sale = drawSalePrice(random, thing, range.unit, rate.value_hundredths);
  const unitCost = percentOf(sale.ppu, random.whole(38, 66));
  const priced = { sale, unitCost, rateHundredths: rate.value_hundredths, hasSalePrice, isPiece };
  const rows = drawPriceRows(random, priced);
  for (const price of rows) {
    catalog.prices.push({
      id: ids.prices + 1 + catalog.prices.length,
      account_id: ids.account,
      product_id: row.id,
      ...price,
      tax_rate_id: rate.id,
      currency: 'EUR',
    });
  }
  const saleRows = rows.filter((price) => price.product_price_type_id === SALE_PRICE_TYPE);
  if (!hasSalePrice) return;
  const offered = range === SHIPPING ? catalog.shipping : catalog.sellable;
  offered.push({ row, range, rateId: rate.id, saleRows, unitCost });
}

function addStock(
  catalog: WritableCatalog,
  random: Random,
  profile: DemoProfile,
  { row, range }: Draft,
): void {
  profile.locations.forEach((_, location) => {
    const quantity = drawStock(random, range.unit === 'piece');
    if (quantity === null) return;
    const location_id = locationIdOf(profile.ids, location);
    catalog.stock.push({ account_id: row.account_id, product_id: row.id, location_id, quantity });
  });
}
