import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { type Amount, fromEuros, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { ProductPricesTable } from '../../store/schema.ts';
import type { SellingUnit, Thing } from './demo-profile.ts';
import type { Random } from './prng.ts';

/** Both sides of a price. Neither is calculated from the other once they exist. */
export interface Price {
  readonly ppu: Amount;
  readonly ppu_wt: Amount;
}

export const CENT: Amount = 100;

const SMALLEST_UNIT: Amount = 1;

const EURO: Amount = 10_000;

// A price that is known to be a cent off its rate.
const ODD_PRICE: Price = { ppu: fromEuros(1.61), ppu_wt: fromEuros(1.94) };

/** Draws a price that a shopkeeper would set: mostly whole cents, sometimes a cent off or with four decimals. */
export function drawSalePrice(
  random: Random,
  [, lowEuros, highEuros]: Thing,
  unit: SellingUnit | undefined,
  rateHundredths: number,
): Price {
  const low = fromEuros(lowEuros);
  const high = fromEuros(highEuros);
  if (low === high) return createExactPrice(low, rateHundredths);
  // Squared, so that low prices are more common.
  const target = low + (high - low) * random.drawFraction() ** 2;
  let gross = Math.max(CENT * 5, roundToPricePoint(random, target));
  if (unit !== undefined && random.chance(0.3)) gross += random.drawInteger(1, 99);
  const oddity = random.drawFraction();
  if (oddity < 0.06) return { ppu: removeVat(gross, rateHundredths, SMALLEST_UNIT), ppu_wt: gross };
  const net = removeVat(gross, rateHundredths);
  const hasVat = rateHundredths > 0;
  if (hasVat && oddity < 0.08 && net > EURO) return { ppu: net + random.pick([-CENT, CENT]), ppu_wt: gross };
  return { ppu: net, ppu_wt: gross };
}

function createExactPrice(gross: Amount, rateHundredths: number): Price {
  if (gross === ODD_PRICE.ppu_wt) return ODD_PRICE;
  return { ppu: removeVat(gross, rateHundredths), ppu_wt: gross };
}

export function removeVat(gross: Amount, rateHundredths: number, step: Amount = CENT): Amount {
  return Math.round((gross * 10_000) / ((10_000 + rateHundredths) * step)) * step;
}

/** Calculates a percentage of an amount in whole cents. */
export function calculatePercentage(amount: Amount, percent: number): Amount {
  return Math.round((amount * percent) / (100 * CENT)) * CENT;
}

/** The nearest lower price with a typical ending. */
function roundToPricePoint(random: Random, wanted: Amount): Amount {
  if (wanted < 5 * EURO) return floorToStep(wanted, 10 * CENT) + random.pick([5, 9]) * CENT;
  if (wanted < 30 * EURO) return floorToStep(wanted, EURO) + random.pick([95, 95, 49, 50, 99]) * CENT;
  return floorToStep(wanted, 5 * EURO) + random.pick([0, 495, 495]) * CENT;
}

function floorToStep(amount: Amount, step: Amount): Amount {
  return Math.floor(amount / step) * step;
}

const PURCHASE_PRICE_TYPE = 2;

const ADVICE_PRICE_TYPE = 3;

const TIER_LADDERS = [[10], [10, 25], [10, 50], [25, 50, 100]] as const;

const MAX_TIERED_PRICE: Amount = 300_000;

export interface PricedProduct {
  readonly sale: Price;
  /** Purchase price per unit, without VAT. */
  readonly unitCost: Amount;
  readonly rateHundredths: number;
  readonly hasSalePrice: boolean;
  readonly isPiece: boolean;
}

export type PriceRow = Pick<ProductPricesTable, 'product_price_type_id' | 'from_qty' | 'ppu' | 'ppu_wt'>;

/** Draws the price rows of one product. Without a sale price, it has at most purchase prices. */
export function drawPriceRows(random: Random, product: PricedProduct): PriceRow[] {
  const { sale, unitCost, rateHundredths } = product;
  const rows: PriceRow[] = [];
  if (product.hasSalePrice) rows.push(...drawSalePriceRows(random, product));
  if (random.chance(0.85)) {
    const purchase = { ppu: unitCost, ppu_wt: calculatePercentage(unitCost, 100 + rateHundredths / 100) };
    rows.push(createPriceRow(PURCHASE_PRICE_TYPE, purchase));
    if (random.chance(0.1))
      rows.push(createPriceRow(PURCHASE_PRICE_TYPE, scalePrice(purchase, rateHundredths, 95), 50));
  }
  if (product.hasSalePrice && random.chance(0.12)) {
    rows.push(createPriceRow(ADVICE_PRICE_TYPE, scalePrice(sale, rateHundredths, 110)));
  }
  return rows;
}

function drawSalePriceRows(random: Random, { sale, rateHundredths, isPiece }: PricedProduct): PriceRow[] {
  const rows = [createPriceRow(SALE_PRICE_TYPE, sale)];
  if (random.chance(0.005)) rows.push(createPriceRow(SALE_PRICE_TYPE, scalePrice(sale, rateHundredths, 120)));
  if (!isPiece || sale.ppu_wt > MAX_TIERED_PRICE || !random.chance(0.14)) return rows;
  const ladder: readonly number[] = random.pick(TIER_LADDERS);
  const tiers = ladder.map((pieces, step) =>
    createPriceRow(SALE_PRICE_TYPE, scalePrice(sale, rateHundredths, 94 - 5 * step), pieces),
  );
  return [...rows, ...tiers];
}

/** Returns a percentage of the price including VAT in whole cents, and the matching price without VAT. */
export function scalePrice(price: Price, rateHundredths: number, percent: number): Price {
  const gross = calculatePercentage(price.ppu_wt, percent);
  return { ppu: removeVat(gross, rateHundredths), ppu_wt: gross };
}

function createPriceRow(typeId: number, price: Price, fromPieces?: number): PriceRow {
  return {
    product_price_type_id: typeId,
    from_qty: fromPieces === undefined ? null : fromPieces * QUANTITY_SCALE,
    ...price,
  };
}
