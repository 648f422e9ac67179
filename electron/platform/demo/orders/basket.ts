import { type Amount, QUANTITY_SCALE } from '../../../../shared/money.ts';
import type { SellableProduct } from '../catalog.ts';
import type { ProductRange } from '../demo-profile.ts';
import type { DemoModel } from '../model.ts';
import { CENT, calculatePercentage, type Price, removeVat } from '../prices.ts';
import type { Random } from '../prng.ts';
import { SHIPPING_TITLES, type ShippingCountry } from '../vocabulary/gifts-and-services.ts';
import { applyDiscount, type BothSides, createProductLine, type PlannedItem, sumDue } from './planned-order.ts';

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

const MIN_FREE_SHIPPING_CENTS = 5_000;

/** Product lines without discount. Prices including VAT are the same abroad, with that country's VAT. */
export function fillBasket(random: Random, model: DemoModel, country: ShippingCountry = 'NL'): PlannedItem[] {
  const count = random.pickWeighted(model.profile.basketSizes ?? LINE_COUNTS);
  return Array.from({ length: count }, () => {
    let product = pickProduct(random, model);
    while (country !== 'NL' && !isSoldAbroad(product)) product = pickProduct(random, model);
    return createLine(model, product, drawQuantity(random, product.range), country);
  });
}

/** Creates the shipping line of a parcel. Empty if the basket is large enough for free shipping. */
export function createShippingLines(
  model: DemoModel,
  basket: readonly PlannedItem[],
  country: ShippingCountry,
): PlannedItem[] {
  if (country === 'NL' && sumDue(basket) >= MIN_FREE_SHIPPING_CENTS * CENT) return [];
  const product = model.catalog.shipping.find(({ row }) => row.title === SHIPPING_TITLES[country]);
  if (!product) throw new RangeError(`nothing ships to ${country}`);
  return [createLine(model, product, QUANTITY_SCALE, country)];
}

/** Some products sell far better than others. */
function pickProduct(random: Random, { catalog }: DemoModel): SellableProduct {
  const rank = Math.floor(random.drawFraction() ** 1.8 * catalog.sellable.length);
  const product = catalog.sellable[rank];
  if (!product) throw new RangeError('nothing to sell');
  return product;
}

function isSoldAbroad({ range }: SellableProduct): boolean {
  return !range.isService && (range.rate === 'standard' || range.rate === 'reduced');
}

function createLine(
  model: DemoModel,
  product: SellableProduct,
  quantity: number,
  country: ShippingCountry,
): PlannedItem {
  const price = findPrice(product, quantity);
  if (country === 'NL') return createProductLine(product, quantity, price, product.rateId);
  const rate = model.findRate(country, product.range.rate);
  const ppu = removeVat(price.ppu_wt, rate.value_hundredths);
  return createProductLine(product, quantity, { ppu, ppu_wt: price.ppu_wt }, rate.id);
}

/** Quantity in 1/1000: whole pieces, steps of 5 grams, or steps of 5 centimetres. */
function drawQuantity(random: Random, { unit }: ProductRange): number {
  if (unit === 'kilogram') return random.drawInteger(20, 300) * 5;
  if (unit === 'metre') return random.drawInteger(6, 80) * 50;
  return random.pickWeighted(PIECE_COUNTS) * QUANTITY_SCALE;
}

function findPrice({ row, saleRows }: SellableProduct, quantity: number): Price {
  const [sale] = saleRows;
  if (!sale) throw new RangeError(`product ${row.id} has no sale price`);
  return saleRows.findLast((price) => price.from_qty !== null && price.from_qty <= quantity) ?? sale;
}

const DISCOUNTED_SHARE = 0.108;

const LINE_PERCENTAGES = [10, 15, 20, 25, 30, 50, 70];

const ORDER_PERCENTAGES = [5, 10, 15];

type ApplyDiscount = (random: Random, lines: readonly PlannedItem[]) => PlannedItem[];

const DISCOUNTS: readonly (readonly [discounting: ApplyDiscount, weight: number])[] = [
  [discountOneLineByPercent, 34],
  [discountAllLinesByPercent, 22],
  [discountOneLineByAmount, 16],
  [discountEverything, 9],
  [discountOneCent, 9],
  [addSurcharge, 10],
];

/** Gives about one order in ten a discount. All lines must be product lines. */
export function drawDiscounts(random: Random, lines: readonly PlannedItem[]): readonly PlannedItem[] {
  return random.chance(DISCOUNTED_SHARE) ? random.pickWeighted(DISCOUNTS)(random, lines) : lines;
}

function discountOneLineByPercent(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const percent = random.pick(LINE_PERCENTAGES);
  return changeOneLine(random, lines, (line) => calculateShare(line, percent));
}

function discountAllLinesByPercent(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const percent = random.pick(ORDER_PERCENTAGES);
  return lines.map((line) => applyDiscount(line, calculateShare(line, percent)));
}

function discountOneLineByAmount(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const wanted = random.drawInteger(2, 20) * 50 * CENT;
  return changeOneLine(random, lines, (line) =>
    splitByVat(line, Math.min(wanted, calculatePercentage(line.value_wt, 50))),
  );
}

function discountEverything(_random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  return lines.map((line) => applyDiscount(line, { wt: line.value_wt, ex: line.value_ex }));
}

function discountOneCent(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  return changeOneLine(random, lines, () => ({ wt: CENT, ex: CENT }));
}

/** A surcharge because too little was charged before: a negative discount. */
function addSurcharge(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const extra = random.drawInteger(1, 30) * 25 * CENT;
  return changeOneLine(random, lines, (line) => {
    const { wt, ex } = splitByVat(line, extra);
    return { wt: 0 - wt, ex: 0 - ex };
  });
}

function changeOneLine(
  random: Random,
  lines: readonly PlannedItem[],
  getDiscount: (line: PlannedItem) => BothSides,
): PlannedItem[] {
  const chosen = random.pick(lines);
  return lines.map((line) => (line === chosen ? applyDiscount(line, getDiscount(line)) : line));
}

function calculateShare(line: PlannedItem, percent: number): BothSides {
  return { wt: calculatePercentage(line.value_wt, percent), ex: calculatePercentage(line.value_ex, percent) };
}

/** An amount including VAT, with the other side in the proportion of the line. */
function splitByVat(line: PlannedItem, wt: Amount): BothSides {
  if (line.value_wt === 0) return { wt, ex: wt };
  return { wt, ex: Math.round((wt * line.value_ex) / (line.value_wt * CENT)) * CENT };
}
