import type { Insertable } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { type Amount, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { ProductPricesTable, ProductsTable, StockTable } from '../../store/schema.ts';
import type { DemoProfile, ProductRange, Thing } from './demo-profile.ts';
import { drawPriceRows, drawSalePrice, type PriceRow, percentOf } from './prices.ts';
import { type Random, randomStream } from './prng.ts';
import { locationIdOf, type RateBook } from './reference-records.ts';
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

const NEVER_PRICED_PERCENT = 3;

/** Share of goods that the shop makes itself or sells loose. */
const NO_BARCODE_PERCENT = 8;

/** Creates the catalog of a seed. Does not depend on the date. */
export function makeCatalog(profile: DemoProfile, seed: number, rateOf: RateBook): Catalog {
  const random = randomStream(seed, profile.accountName, 'catalog');
  const drafts = draftProducts(random, profile);
  addBarcodes(drafts, randomStream(seed, profile.accountName, 'barcodes'));
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
  readonly row: NewProduct & { barcode: string | null };
  readonly range: ProductRange;
}

function draftProducts(random: Random, { ids, groups }: DemoProfile): Draft[] {
  const titled = groups.flatMap(({ ranges }, group) =>
    ranges.flatMap((range) =>
      titlesOf(random, range).map((title) => ({ ...title, range, groupId: ids.groups + 1 + group })),
    ),
  );
  const nextSku = createCodeMaker(() => random.weighted(FORMS)(random));
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
      barcode: null,
      folded_sku: foldText(sku),
      folded_title: foldText(draft.title),
    };
    return { ...draft, row };
  });
}

/** Services have no barcode. An SKU that is an EAN is also the barcode. */
function addBarcodes(drafts: readonly Draft[], random: Random): void {
  const drawNext = createCodeMaker(() => ean13(random));
  for (const { row, range } of drafts) {
    const drawn = drawNext();
    const isWithout = random.chance(NO_BARCODE_PERCENT / 100);
    if (!isWithout && !range.isService) row.barcode = EAN_FORM.test(row.sku) ? row.sku : drawn;
  }
}

const EAN_FORM = /^\d{13}$/;

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
  const sale = drawSalePrice(random, thing, range.unit, rate.value_hundredths);
  const unitCost = percentOf(sale.ppu, random.whole(38, 66));
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
  const offered = range === SHIPPING ? catalog.shipping : catalog.sellable;
  offered.push({ row, range, rateId: rate.id, saleRows, unitCost });
}

function addStock(catalog: WritableCatalog, random: Random, profile: DemoProfile, { row, range }: Draft): void {
  profile.locations.forEach((_, location) => {
    const quantity = drawStock(random, range.unit === undefined);
    const location_id = locationIdOf(profile.ids, location);
    if (quantity !== null) {
      catalog.stock.push({ account_id: row.account_id, product_id: row.id, location_id, quantity });
    }
  });
}

interface TitledThing {
  readonly title: string;
  readonly thing: Thing;
}

/** As many different titles as `range.count`. Throws `RangeError` if its words are too few. */
function titlesOf(random: Random, range: ProductRange): TitledThing[] {
  const { things, looks = [''], variants = [''], series = [] } = range;
  const combinations = things.flatMap((thing) =>
    looks.flatMap((look) => variants.map((variant) => ({ title: join(thing[0], look) + variant, thing }))),
  );
  if (combinations.length * (series.length + 1) < range.count) {
    throw new RangeError(`too few words for ${range.count} titles; add things, looks or variants`);
  }
  if (series.length === 0) return random.shuffled(combinations).slice(0, range.count);
  return inSeries(random, combinations, series, range.count);
}

/** Draws single titles instead of shuffling all. The first series are more likely than the last. */
function inSeries(
  random: Random,
  combinations: readonly TitledThing[],
  series: readonly string[],
  count: number,
): TitledThing[] {
  const endings = ['', ...series.map((name) => ` – ${name}`)];
  const drawn = new Map<string, TitledThing>();
  while (drawn.size < count) {
    const { title, thing } = random.pick(combinations);
    const ending = endings[Math.floor(random.fraction() ** 2 * endings.length)] ?? '';
    drawn.set(title + ending, { title: title + ending, thing });
  }
  return [...drawn.values()];
}

function join(name: string, look: string): string {
  return look === '' ? name : `${name} ${look}`;
}

type SkuForm = (random: Random) => string;

/** EANs, EANs with leading zeros, and internal codes of a chain. */
const FORMS: readonly (readonly [form: SkuForm, weight: number])[] = [
  [ean13, 62],
  [(random) => `0${ean13(random)}`, 8],
  [(random) => `0${withCheckDigit(`7${digits(random, 10)}`)}`, 8],
  [(random) => `ART-${digits(random, 4)}${random.pick(['', '-B', '-XL', '/2'])}`, 10],
  [(random) => `${random.whole(10, 99)}.${digits(random, 3)}`, 6],
  [(random) => `${random.whole(1, 99)}E${random.whole(1, 30)}`, 3],
  [(random) => `00${digits(random, 4)}`, 3],
];

/** Supplier codes that a spreadsheet would run as formulas, one for each character that starts a formula. */
const FORMULA_LIKE_SKUS = ['=SET-6', '+12-40', '-40PROMO', '@HOME-118'];

/**
 * Spread evenly over the catalog; `undefined` for most products. Uses no random numbers, so that other codes do not
 * change.
 */
function formulaLikeSku(index: number, count: number): string | undefined {
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

function ean13(random: Random): string {
  return withCheckDigit(`871${digits(random, 9)}`);
}

function digits(random: Random, count: number): string {
  return String(random.whole(0, 10 ** count - 1)).padStart(count, '0');
}

/** Appends the GS1 check digit: weights 3 and 1 alternate from the right. */
function withCheckDigit(code: string): string {
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
  const situation = random.fraction();
  if (situation < 0.04) return null;
  if (situation < 0.18) return 0;
  if (situation < 0.24) return -quantity(random, isPiece, 5);
  return quantity(random, isPiece, random.chance(0.1) ? 240 : 40);
}

function quantity(random: Random, isPiece: boolean, most: number): number {
  return isPiece ? random.whole(1, most) * QUANTITY_SCALE : random.whole(1, most * 20) * 50;
}
