import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import type { SellableProduct } from '../catalog.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import type { SellingUnit } from '../product-range.ts';
import { CENT, netOf, type Price } from '../sale-price.ts';
import { SHIPPING_TITLES, type ShippingCountry } from '../vocabulary/gifts-and-services.ts';
import { dueFor, productLine } from './item-lines.ts';
import type { PlannedItem } from './planned-order.ts';

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

/** Product lines at Dutch prices, as they are rung up: no discount yet. */
export function fillBasket(random: Random, model: DemoModel): PlannedItem[] {
  const count = random.weighted(model.profile.basketSizes ?? LINE_COUNTS);
  return Array.from({ length: count }, () => {
    const product = pickProduct(random, model);
    const quantity = drawQuantity(random, product.range.unit);
    return productLine(product, quantity, priceFor(product, quantity), product.rateId);
  });
}

/** Product lines for a customer abroad: the price stays, the VAT in it is that of their country. */
export function fillBasketAbroad(random: Random, model: DemoModel, country: ShippingCountry): PlannedItem[] {
  const count = random.weighted(model.profile.basketSizes ?? LINE_COUNTS);
  return Array.from({ length: count }, () => {
    let product = pickProduct(random, model);
    while (!isSoldAbroad(product)) product = pickProduct(random, model);
    const quantity = drawQuantity(random, product.range.unit);
    return lineAbroad(model, product, quantity, country);
  });
}

/** The shipping line of a parcel; none where the basket is large enough to send it for free. */
export function shippingLines(
  model: DemoModel,
  basket: readonly PlannedItem[],
  country: ShippingCountry,
): PlannedItem[] {
  if (country === 'NL' && dueFor(basket) >= FREE_SHIPPING_FROM_CENTS * CENT) return [];
  const product = model.catalog.shipping.find(({ row }) => row.title === SHIPPING_TITLES[country]);
  if (!product) throw new RangeError(`nothing ships to ${country}`);
  if (country !== 'NL') return [lineAbroad(model, product, QUANTITY_SCALE, country)];
  return [productLine(product, QUANTITY_SCALE, priceFor(product, QUANTITY_SCALE), product.rateId)];
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

function lineAbroad(
  model: DemoModel,
  product: SellableProduct,
  quantity: number,
  country: ShippingCountry,
): PlannedItem {
  const { ppu_wt } = priceFor(product, quantity);
  const rate = model.rateOf(country, product.range.rate);
  const price = { ppu: netOf(ppu_wt, rate.value_hundredths), ppu_wt };
  return productLine(product, quantity, price, rate.id);
}

/** Quantity in 1/1000: whole pieces, kilograms by 5 gram, metres by 5 centimetre. */
function drawQuantity(random: Random, unit: SellingUnit): number {
  if (unit === 'kilogram') return random.whole(20, 300) * 5;
  if (unit === 'metre') return random.whole(6, 80) * 50;
  return random.weighted(PIECE_COUNTS) * QUANTITY_SCALE;
}

/** The price of the highest threshold that the quantity reaches. */
function priceFor({ row, saleRows }: SellableProduct, quantity: number): Price {
  const [sale] = saleRows;
  if (!sale) throw new RangeError(`product ${row.id} has no sale price`);
  return saleRows.findLast((price) => price.from_qty !== null && price.from_qty <= quantity) ?? sale;
}
