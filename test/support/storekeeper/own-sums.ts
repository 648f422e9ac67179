import type { MadeOrder } from './made-orders.ts';
import type { MadeLine, TwoSides } from './order-amounts.ts';
import { CURRENCY, GIFT_CARD_BALANCE_PRODUCT_ID, GIFT_CARD_PRODUCT_ID } from './reference-records.ts';
import type { SimulatedAccount } from './simulated-account.ts';

/**
 * Figures of the account, computed independently of `order-amounts.ts` and the records: with unlimited integer
 * fractions, and dates by `Intl`. Only the orders are shared. All amounts are in cents.
 */
export interface OrderSums {
  readonly sold: TwoSides;
  readonly refunded: TwoSides;
  readonly discount: TwoSides;
}

export interface PriceSums {
  /** Number of listed products; `unpriced` are among them. */
  readonly products: number;
  readonly unpriced: number;
  /** Sums over products in cents: the default price, the current price, the deposit. */
  readonly default: TwoSides;
  readonly inForce: TwoSides;
  readonly deposit: TwoSides;
}

/** Whether a copy includes it: quotes, unaccepted requests, contracts and other currencies are skipped. */
export function isCopied({ isQuote, isRequest, isCustomerAccepted, isContract, currency }: MadeOrder): boolean {
  return !isQuote && !(isRequest && !isCustomerAccepted) && !isContract && currency === CURRENCY;
}

export function sumPrices({ products }: SimulatedAccount): PriceSums {
  const sums = { products: 0, unpriced: 0, default: zero(), inForce: zero(), deposit: zero() };
  for (const { defaultPrice, actionPrice, deposit, rate } of products.listed()) {
    const sides = (price: number) => sidesOfRate(cents(price), BigInt(rate.basisPoints));
    sums.products += 1;
    if (defaultPrice === null) sums.unpriced += 1;
    else {
      sums.default = addSides(sums.default, sides(defaultPrice));
      sums.inForce = addSides(sums.inForce, sides(actionPrice ?? defaultPrice));
    }
    // A deposit has no VAT.
    if (deposit !== null) sums.deposit = addSides(sums.deposit, sidesOfRate(cents(deposit), 0n));
  }
  return sums;
}

export function sumOrder({ lines, moneyBack }: MadeOrder): OrderSums {
  let [sold, refunded, discount] = [zero(), zero(), zero()];
  for (const [rate, ofRate] of Map.groupBy(lines, (line) => line.rate)) {
    const basisPoints = BigInt(rate.basisPoints);
    const back = ofRate[0] === lines[0] ? cents(moneyBack) : 0n;
    sold = addSides(sold, sidesOfRate(pricesWithVat(ofRate), basisPoints));
    refunded = addSides(refunded, sidesOfRate(refundsWithVat(ofRate) + back, basisPoints));
  }
  for (const line of lines) discount = addSides(discount, computeDiscount(line));
  return { sold, refunded, discount };
}

function computeDiscount({ unitPriceBefore, quantity, rate, ...line }: MadeLine): TwoSides {
  if (unitPriceBefore === null) return zero();
  const unit = sidesOfRate(cents(unitPriceBefore), BigInt(rate.basisPoints));
  const price = sidesOfRate(computePrice({ quantity, ...line }), BigInt(rate.basisPoints));
  const pieces = quantity / 1_000;
  return { ex: pieces * unit.ex - price.ex, wt: pieces * unit.wt - price.wt };
}

const calendarDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
});

/** Returns the day in Amsterdam. */
export function getDay(instant: number): string {
  return calendarDay.format(instant);
}

export function zero(): TwoSides {
  return { ex: 0, wt: 0 };
}

export function isGiftCard({ productId }: MadeLine): boolean {
  return productId === GIFT_CARD_PRODUCT_ID || productId === GIFT_CARD_BALANCE_PRODUCT_ID;
}

export function cents(amount: number): bigint {
  return BigInt(amount) / 100n;
}

function computePrice({ quantity, unitPrice }: Pick<MadeLine, 'quantity' | 'unitPrice'>): bigint {
  return rounded(BigInt(quantity) * cents(unitPrice), 1_000n);
}

function computeRefund(line: MadeLine): bigint {
  if (line.refundedQuantity === 0) return 0n;
  return rounded(computePrice(line) * BigInt(line.refundedQuantity), BigInt(line.quantity));
}

/** The prices of the items; `refundsWithVat` is what was returned of them. In cents. */
export function pricesWithVat(lines: readonly MadeLine[]): bigint {
  return lines.reduce((sum, line) => sum + computePrice(line), 0n);
}

export function refundsWithVat(lines: readonly MadeLine[]): bigint {
  return lines.reduce((sum, line) => sum + computeRefund(line), 0n);
}

/** Splits an amount with VAT in cents. The amount without VAT is rounded once. */
export function sidesOfRate(wt: bigint, basisPoints: bigint): TwoSides {
  return { ex: Number(rounded(wt * 10_000n, 10_000n + basisPoints)), wt: Number(wt) };
}

/** Returns the nearest whole number to the fraction, halves away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return rounded(-dividend, -divisor);
  const doubled = dividend < 0n ? 2n * dividend - divisor : 2n * dividend + divisor;
  return doubled / (2n * divisor);
}

export function addSides(left: TwoSides, right: TwoSides): TwoSides {
  return { ex: left.ex + right.ex, wt: left.wt + right.wt };
}
