import { type Amount, calculateLineValue, QUANTITY_SCALE, roundToCents, sumOf } from '../../../shared/money.ts';
import type { VatRate } from './reference-records.ts';

/**
 * An item of an order as it was sold, and how much of it was returned. Quantities are in thousandths, amounts include
 * VAT.
 */
export interface MadeLine {
  readonly row: number;
  readonly kind: 'product' | 'shipping' | 'payment' | 'discount';
  readonly productId: number | null;
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: Amount;
  /** `null` for an item without a discount. With one, the quantity is whole, so that rule 3 is exact. */
  readonly unitPriceBefore: Amount | null;
  readonly rate: VatRate;
  /** `null` if the record does not say. */
  readonly isTurnover: boolean | null;
  readonly refundedQuantity: number;
}

/** An amount without and with VAT. */
export interface TwoSides {
  readonly ex: Amount;
  readonly wt: Amount;
}

export const NOTHING: TwoSides = { ex: 0, wt: 0 };

/** Returns the amount without VAT in whole cents, halves away from zero. */
export function removeVat(wt: Amount, { basisPoints }: Pick<VatRate, 'basisPoints'>): Amount {
  return getShare(wt, 10_000, 10_000 + basisPoints);
}

/** Returns `amount` × `part` / `whole` in whole cents, rounded once, halves away from zero. */
function getShare(amount: Amount, part: number, whole: number): Amount {
  const dividend = amount * part;
  const divisor = whole * 100;
  if (!Number.isSafeInteger(dividend) || divisor === 0) throw new RangeError(`${amount} × ${part} / ${whole}`);
  const size = Math.abs(dividend);
  const rest = size % Math.abs(divisor);
  const cents = (size - rest) / Math.abs(divisor) + (2 * rest >= Math.abs(divisor) ? 1 : 0);
  return cents === 0 ? 0 : Math.sign(dividend) * Math.sign(divisor) * cents * 100;
}

export interface LineAmounts {
  readonly unit: TwoSides;
  readonly unitBefore: TwoSides | null;
  /** After discount. Rounded per item, so that their sum differs from that of the order by cents. */
  readonly price: TwoSides;
  readonly refunded: Amount;
}

export interface RateAmounts {
  readonly rate: VatRate;
  readonly total: TwoSides;
  readonly positive: TwoSides;
  readonly negative: TwoSides;
  readonly refunded: TwoSides;
}

export interface OrderAmounts {
  /** Amounts in the order of the items. */
  readonly lines: readonly LineAmounts[];
  readonly rates: readonly RateAmounts[];
  readonly sold: TwoSides;
  /** The refunded amount. `sold` less this is the current value of the order. */
  readonly refunded: TwoSides;
  readonly discount: TwoSides;
}

export interface SoldLines {
  readonly lines: readonly MadeLine[];
  /** Refunded beyond the price of the returned goods, or less than it if negative; including VAT. */
  readonly moneyBack: Amount;
}

/** Computes the amounts of an order by rules 1 to 3 of its arithmetic. `moneyBack` has the rate of the first item. */
export function computeAmounts({ lines, moneyBack }: SoldLines): OrderAmounts {
  const amounts = lines.map(lineAmounts);
  const rates = [...Map.groupBy(lines.keys(), (index) => lines[index]?.rate ?? fail()).entries()].map(
    ([rate, indexes], at) =>
      rateAmounts(
        rate,
        [...indexes].map((index) => amounts[index] ?? fail()),
        at === 0 ? moneyBack : 0,
      ),
  );
  return {
    lines: amounts,
    rates,
    sold: addUp(rates.map(({ total }) => total)),
    refunded: addUp(rates.map(({ refunded }) => refunded)),
    discount: addUp(lines.map((line, index) => computeDiscount(line, amounts[index] ?? fail()))),
  };
}

function fail(): never {
  throw new RangeError('a line has no amounts');
}

function lineAmounts({ quantity, unitPrice, unitPriceBefore, rate, refundedQuantity }: MadeLine): LineAmounts {
  const withTax = calculateLineValue(quantity, unitPrice);
  return {
    unit: bothSides(unitPrice, rate),
    unitBefore: unitPriceBefore === null ? null : bothSides(unitPriceBefore, rate),
    price: bothSides(withTax, rate),
    refunded: refundedQuantity === 0 ? 0 : getShare(withTax, refundedQuantity, quantity),
  };
}

function bothSides(wt: Amount, rate: VatRate): TwoSides {
  return { ex: removeVat(wt, rate), wt };
}

function rateAmounts(rate: VatRate, lines: readonly LineAmounts[], moneyBack: Amount): RateAmounts {
  const total = bothSides(
    sumOf(lines, ({ price }) => price.wt),
    rate,
  );
  const positive = bothSides(
    sumOf(lines, ({ price }) => Math.max(price.wt, 0)),
    rate,
  );
  return {
    rate,
    total,
    positive,
    negative: subtract(total, positive),
    refunded: bothSides(moneyBack + sumOf(lines, ({ refunded }) => refunded), rate),
  };
}

function computeDiscount({ quantity }: MadeLine, { unitBefore, price }: LineAmounts): TwoSides {
  if (unitBefore === null) return NOTHING;
  const before = { ex: exactProduct(quantity, unitBefore.ex), wt: exactProduct(quantity, unitBefore.wt) };
  return subtract(before, price);
}

function exactProduct(quantity: number, unit: Amount): Amount {
  const product = (quantity / QUANTITY_SCALE) * unit;
  if (quantity % QUANTITY_SCALE !== 0 || roundToCents(product) !== product) {
    throw new RangeError(`a line with a discount has the quantity ${quantity}`);
  }
  return product;
}

export function subtract(left: TwoSides, right: TwoSides): TwoSides {
  return { ex: left.ex - right.ex, wt: left.wt - right.wt };
}

function addUp(amounts: readonly TwoSides[]): TwoSides {
  return { ex: sumOf(amounts, ({ ex }) => ex), wt: sumOf(amounts, ({ wt }) => wt) };
}
