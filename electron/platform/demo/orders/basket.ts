import { type Amount, QUANTITY_SCALE } from '../../../../shared/money.ts';
import type { SellableProduct } from '../catalog.ts';
import type { ProductRange } from '../demo-profile.ts';
import type { DemoModel } from '../model.ts';
import { CENT, netOf, type Price, percentOf } from '../prices.ts';
import type { Random } from '../prng.ts';
import { SHIPPING_TITLES, type ShippingCountry } from '../vocabulary/gifts-and-services.ts';
import { type BothSides, discounted, dueFor, type PlannedItem, productLine } from './planned-order.ts';

const LINE_COUNTS = [
  [1, 38],
  [2, 28],
  [3, 16],
  [4, 9],
  [5, 5],
  [6, 4],
] as const;

const PIECE_COUNTS = [
  [1, 74],
  [2, 14],
  [3, 5],
  [4, 3],
  [6, 2],
  [10, 1],
  [12, 0.7],
  [25, 0.3],
] as const;

const FREE_SHIPPING_FROM_CENTS = 5_000;

/** Product lines without discount. Prices including VAT are the same abroad, with that country's VAT. */
export function fillBasket(random: Random, model: DemoModel, country: ShippingCountry = 'NL'): PlannedItem[] {
  const count = random.weighted(model.profile.basketSizes ?? LINE_COUNTS);
  return Array.from({ length: count }, () => {
    let product = pickProduct(random, model);
    while (country !== 'NL' && !isSoldAbroad(product)) product = pickProduct(random, model);
    return lineFor(model, product, drawQuantity(random, product.range), country);
  });
}

/** The shipping line of a parcel. Empty if the basket is large enough for free shipping. */
export function shippingLines(
  model: DemoModel,
  basket: readonly PlannedItem[],
  country: ShippingCountry,
): PlannedItem[] {
  if (country === 'NL' && dueFor(basket) >= FREE_SHIPPING_FROM_CENTS * CENT) return [];
  const product = model.catalog.shipping.find(({ row }) => row.title === SHIPPING_TITLES[country]);
  if (!product) throw new RangeError(`nothing ships to ${country}`);
  return [lineFor(model, product, QUANTITY_SCALE, country)];
}

/** Some products sell far better than others. */
function pickProduct(random: Random, { catalog }: DemoModel): SellableProduct {
  const rank = Math.floor(random.fraction() ** 1.8 * catalog.sellable.length);
  const product = catalog.sellable[rank];
  if (!product) throw new RangeError('nothing to sell');
  return product;
}

function isSoldAbroad({ range }: SellableProduct): boolean {
  return !range.isService && (range.rate === 'standard' || range.rate === 'reduced');
}

function lineFor(model: DemoModel, product: SellableProduct, quantity: number, country: ShippingCountry): PlannedItem {
  const price = priceFor(product, quantity);
  if (country === 'NL') return productLine(product, quantity, price, product.rateId);
  const rate = model.rateOf(country, product.range.rate);
  const ppu = netOf(price.ppu_wt, rate.value_hundredths);
  return productLine(product, quantity, { ppu, ppu_wt: price.ppu_wt }, rate.id);
}

/** Quantity in 1/1000: whole pieces, steps of 5 grams, or steps of 5 centimetres. */
function drawQuantity(random: Random, { unit }: ProductRange): number {
  if (unit === 'kilogram') return random.whole(20, 300) * 5;
  if (unit === 'metre') return random.whole(6, 80) * 50;
  return random.weighted(PIECE_COUNTS) * QUANTITY_SCALE;
}

function priceFor({ row, saleRows }: SellableProduct, quantity: number): Price {
  const [sale] = saleRows;
  if (!sale) throw new RangeError(`product ${row.id} has no sale price`);
  return saleRows.findLast((price) => price.from_qty !== null && price.from_qty <= quantity) ?? sale;
}

const DISCOUNTED_ORDERS = 0.108;

const LINE_PERCENTAGES = [10, 15, 20, 25, 30, 50, 70];

const ORDER_PERCENTAGES = [5, 10, 15];

type Discounting = (random: Random, lines: readonly PlannedItem[]) => PlannedItem[];

const DISCOUNTINGS: readonly (readonly [discounting: Discounting, weight: number])[] = [
  [percentOffOneLine, 34],
  [percentOffAllLines, 22],
  [amountOffOneLine, 16],
  [everythingOff, 9],
  [oneCentOff, 9],
  [correction, 10],
];

/** Gives about one order in ten a discount. All lines must be product lines. */
export function withDiscounts(random: Random, lines: readonly PlannedItem[]): readonly PlannedItem[] {
  return random.chance(DISCOUNTED_ORDERS) ? random.weighted(DISCOUNTINGS)(random, lines) : lines;
}

function percentOffOneLine(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const percent = random.pick(LINE_PERCENTAGES);
  return onOneLine(random, lines, (line) => shareOf(line, percent));
}

function percentOffAllLines(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const percent = random.pick(ORDER_PERCENTAGES);
  return lines.map((line) => discounted(line, shareOf(line, percent)));
}

function amountOffOneLine(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const wanted = random.whole(2, 20) * 50 * CENT;
  return onOneLine(random, lines, (line) => inProportion(line, Math.min(wanted, percentOf(line.value_wt, 50))));
}

function everythingOff(_random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  return lines.map((line) => discounted(line, { wt: line.value_wt, ex: line.value_ex }));
}

function oneCentOff(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  return onOneLine(random, lines, () => ({ wt: CENT, ex: CENT }));
}

/** A surcharge because too little was charged before: a negative discount. */
function correction(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const extra = random.whole(1, 30) * 25 * CENT;
  return onOneLine(random, lines, (line) => {
    const { wt, ex } = inProportion(line, extra);
    return { wt: 0 - wt, ex: 0 - ex };
  });
}

function onOneLine(
  random: Random,
  lines: readonly PlannedItem[],
  discountOn: (line: PlannedItem) => BothSides,
): PlannedItem[] {
  const chosen = random.pick(lines);
  return lines.map((line) => (line === chosen ? discounted(line, discountOn(line)) : line));
}

function shareOf(line: PlannedItem, percent: number): BothSides {
  return { wt: percentOf(line.value_wt, percent), ex: percentOf(line.value_ex, percent) };
}

/** An amount including VAT, with the other side in the proportion of the line. */
function inProportion(line: PlannedItem, wt: Amount): BothSides {
  if (line.value_wt === 0) return { wt, ex: wt };
  return { wt, ex: Math.round((wt * line.value_ex) / (line.value_wt * CENT)) * CENT };
}
