import type { Insertable } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { type Amount, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { ProductPricesTable, ProductsTable, StockTable } from '../../store/schema.ts';
import type { DemoProfile, ProductRange, Thing } from './demo-profile.ts';
import { calculatePercentage, drawPriceRows, drawSalePrice, type PriceRow } from './prices.ts';
import { createRandomStream, type Random } from './prng.ts';
import { type FindRate, getLocationId } from './reference-records.ts';
import { SHIPPING } from './vocabulary/gifts-and-services.ts';

export type NewProduct = Insertable<ProductsTable>;

export interface SellableProduct {
  readonly row: NewProduct;
  readonly range: ProductRange;
  readonly rateId: number;
  /** Sale price rows sorted by id. The first has no threshold. */
  readonly saleRows: readonly PriceRow[];
  readonly unitCost: Amount;
}

export interface Catalog {
  readonly products: readonly NewProduct[];
  readonly prices: readonly ProductPricesTable[];
  readonly stock: readonly StockTable[];
  /** Goods and services that a customer can choose. Shipping is added automatically. */
  readonly sellable: readonly SellableProduct[];
  readonly shipping: readonly SellableProduct[];
}

const UNPRICED_PERCENT = 3;

/** Share of goods that the shop makes itself or sells loose. */
const NO_BARCODE_PERCENT = 8;

/** Creates the catalog of a seed. Does not depend on the date. */
export function createCatalog(profile: DemoProfile, seed: number, findRate: FindRate): Catalog {
  const random = createRandomStream(seed, profile.accountName, 'catalog');
  const drafts = draftProducts(random, profile);
  addBarcodes(drafts, createRandomStream(seed, profile.accountName, 'barcodes'));
  const unpriced = drawUnpriced(random, drafts);
  const priceRandom = createRandomStream(seed, profile.accountName, 'prices');
  const stockRandom = createRandomStream(seed, profile.accountName, 'stock');
  const catalog = { products: [], prices: [], stock: [], sellable: [], shipping: [] } as WritableCatalog;
  for (const draft of drafts) {
    catalog.products.push(draft.row);
    addPrices(catalog, priceRandom, profile, findRate, draft, !unpriced.has(draft));
    if (!draft.range.isService) addStock(catalog, stockRandom, profile, draft);
  }
  return catalog;
}

type WritableCatalog = { [Part in keyof Catalog]: Catalog[Part][number][] };

interface Draft extends TitledProduct {
  readonly row: NewProduct & { barcode: string | null };
  readonly range: ProductRange;
}

function draftProducts(random: Random, { ids, groups }: DemoProfile): Draft[] {
  const titled = groups.flatMap(({ ranges }, group) =>
    ranges.flatMap((range) =>
      createTitles(random, range).map((title) => ({ ...title, range, groupId: ids.groups + 1 + group })),
    ),
  );
  const nextSku = createCodeMaker(() => random.pickWeighted(SKU_FORMS)(random));
  const shopProductIds = random.shuffle(titled.map((_, index) => ids.shopProducts + 1 + index));
  return random.shuffle(titled).map(({ groupId, ...draft }, index) => {
    const drawnSku = nextSku();
    const sku = getFormulaLikeSku(index, titled.length) ?? drawnSku;
    const row = {
      id: ids.products + 1 + index,
      account_id: ids.account,
      sku,
      title: draft.title,
      product_group_id: groupId,
      shop_product_id: shopProductIds[index] ?? ids.shopProducts,
      barcode: null,
      folded_sku: foldText(sku),
      folded_title: foldText(draft.title),
    };
    return { ...draft, row };
  });
}

/** Services have no barcode. An SKU that is an EAN is also the barcode. */
function addBarcodes(drafts: readonly Draft[], random: Random): void {
  const drawNext = createCodeMaker(() => drawEan13(random));
  for (const { row, range } of drafts) {
    const drawn = drawNext();
    const hasNoBarcode = random.chance(NO_BARCODE_PERCENT / 100);
    if (!hasNoBarcode && !range.isService) row.barcode = EAN_PATTERN.test(row.sku) ? row.sku : drawn;
  }
}

const EAN_PATTERN = /^\d{13}$/;

function drawUnpriced(random: Random, drafts: readonly Draft[]): ReadonlySet<Draft> {
  const goods = drafts.filter(({ range }) => !range.isService);
  const count = Math.round((drafts.length * UNPRICED_PERCENT) / 100);
  return new Set(random.shuffle(goods).slice(0, count));
}

function addPrices(
  catalog: WritableCatalog,
  random: Random,
  { ids }: DemoProfile,
  findRate: FindRate,
  { row, range, thing }: Draft,
  hasSalePrice: boolean,
): void {
  const rate = findRate('NL', range.rate);
  const sale = drawSalePrice(random, thing, range.unit, rate.value_hundredths);
  const unitCost = calculatePercentage(sale.ppu, random.drawInteger(38, 66));
  const priced = {
    sale,
    unitCost,
    rateHundredths: rate.value_hundredths,
    hasSalePrice,
    isPiece: range.unit === undefined,
  };
  const rows = drawPriceRows(random, priced);
  for (const price of rows) {
    const id = ids.prices + 1 + catalog.prices.length;
    const owner = { account_id: ids.account, product_id: row.id };
    catalog.prices.push({ id, ...owner, ...price, tax_rate_id: rate.id, currency: 'EUR' });
  }
  const saleRows = rows.filter((price) => price.product_price_type_id === SALE_PRICE_TYPE);
  if (!hasSalePrice) return;
  const products = range === SHIPPING ? catalog.shipping : catalog.sellable;
  products.push({ row, range, rateId: rate.id, saleRows, unitCost });
}

function addStock(catalog: WritableCatalog, random: Random, profile: DemoProfile, { row, range }: Draft): void {
  profile.locations.forEach((_, location) => {
    const quantity = drawStock(random, range.unit === undefined);
    const location_id = getLocationId(profile.ids, location);
    if (quantity !== null) {
      catalog.stock.push({ account_id: row.account_id, product_id: row.id, location_id, quantity });
    }
  });
}

interface TitledProduct {
  readonly title: string;
  readonly thing: Thing;
}

/** Creates as many different titles as `range.count`. Throws `RangeError` if its words are too few. */
function createTitles(random: Random, range: ProductRange): TitledProduct[] {
  const { things, looks = [''], variants = [''], series = [] } = range;
  const combinations = things.flatMap((thing) =>
    looks.flatMap((look) => variants.map((variant) => ({ title: joinTitle(thing[0], look) + variant, thing }))),
  );
  if (combinations.length * (series.length + 1) < range.count) {
    throw new RangeError(`too few words for ${range.count} titles; add things, looks or variants`);
  }
  if (series.length === 0) return random.shuffle(combinations).slice(0, range.count);
  return drawFromSeries(random, combinations, series, range.count);
}

/** Draws single titles instead of shuffling all. The first series are more likely than the last. */
function drawFromSeries(
  random: Random,
  combinations: readonly TitledProduct[],
  series: readonly string[],
  count: number,
): TitledProduct[] {
  const endings = ['', ...series.map((name) => ` – ${name}`)];
  const drawn = new Map<string, TitledProduct>();
  while (drawn.size < count) {
    const { title, thing } = random.pick(combinations);
    const ending = endings[Math.floor(random.drawFraction() ** 2 * endings.length)] ?? '';
    drawn.set(title + ending, { title: title + ending, thing });
  }
  return [...drawn.values()];
}

function joinTitle(name: string, look: string): string {
  return look === '' ? name : `${name} ${look}`;
}

type SkuForm = (random: Random) => string;

/** EANs, EANs with leading zeros, and internal codes of a chain. */
const SKU_FORMS: readonly (readonly [form: SkuForm, weight: number])[] = [
  [drawEan13, 62],
  [(random) => `0${drawEan13(random)}`, 8],
  [(random) => `0${appendCheckDigit(`7${drawDigits(random, 10)}`)}`, 8],
  [(random) => `ART-${drawDigits(random, 4)}${random.pick(['', '-B', '-XL', '/2'])}`, 10],
  [(random) => `${random.drawInteger(10, 99)}.${drawDigits(random, 3)}`, 6],
  [(random) => `${random.drawInteger(1, 99)}E${random.drawInteger(1, 30)}`, 3],
  [(random) => `00${drawDigits(random, 4)}`, 3],
];

/** Supplier codes that a spreadsheet would run as formulas, one for each character that starts a formula. */
const FORMULA_LIKE_SKUS = ['=SET-6', '+12-40', '-40PROMO', '@HOME-118'];

/**
 * Spread evenly over the catalog; `undefined` for most products. Uses no random numbers, so that other codes do not
 * change.
 */
function getFormulaLikeSku(index: number, count: number): string | undefined {
  const spacing = Math.floor(count / FORMULA_LIKE_SKUS.length);
  const offset = index - Math.floor(spacing / 2);
  return offset % spacing === 0 ? FORMULA_LIKE_SKUS[offset / spacing] : undefined;
}

/** Never returns a code twice. */
function createCodeMaker(draw: () => string): () => string {
  const taken = new Set<string>();
  return () => {
    let code: string;
    do code = draw();
    while (taken.has(code));
    taken.add(code);
    return code;
  };
}

function drawEan13(random: Random): string {
  return appendCheckDigit(`871${drawDigits(random, 9)}`);
}

function drawDigits(random: Random, count: number): string {
  return String(random.drawInteger(0, 10 ** count - 1)).padStart(count, '0');
}

/** Appends the GS1 check digit: weights 3 and 1 alternate from the right. */
function appendCheckDigit(code: string): string {
  let sum = 0;
  for (let index = 0; index < code.length; index += 1) {
    const weight = (code.length - index) % 2 === 1 ? 3 : 1;
    sum += Number(code[index]) * weight;
  }
  return `${code}${(10 - (sum % 10)) % 10}`;
}

/**
 * Quantity in 1/1000 at one location; `null` if the location does not stock the product. Negative if sold before it was
 * booked in.
 */
function drawStock(random: Random, isPiece: boolean): number | null {
  const situation = random.drawFraction();
  if (situation < 0.04) return null;
  if (situation < 0.18) return 0;
  if (situation < 0.24) return -quantity(random, isPiece, 5);
  return quantity(random, isPiece, random.chance(0.1) ? 240 : 40);
}

function quantity(random: Random, isPiece: boolean, max: number): number {
  return isPiece ? random.drawInteger(1, max) * QUANTITY_SCALE : random.drawInteger(1, max * 20) * 50;
}
