import type { Language } from './contract/language.ts';

/**
 * Money in the program: an integer count of 1/10 000 euro, so that sums and differences are exact. Decimal euros are
 * only used in JSON and for display.
 */
export type Amount = number;

/** Amounts are integers of 1/10 000 euro. */
export const AMOUNT_SCALE = 10_000;
const AMOUNT_PER_CENT = 100;
/** Maximum error of a figure that another program rounded to a cent. */
export const HALF_CENT: Amount = 50;
/** Quantities are integers of 1/1000 piece, kilogram or metre. */
export const QUANTITY_SCALE = 1_000;

/** Converts an amount to decimal euros for JSON: the nearest double, which prints at most 4 decimals. */
export function toEuros(amount: Amount): number {
  return amount / AMOUNT_SCALE;
}

/** Converts decimal euros from JSON to an amount. Throws `RangeError` for more than 4 decimals. */
export function fromEuros(euros: number): Amount {
  const amount = Math.round(euros * AMOUNT_SCALE);
  if (!Number.isSafeInteger(amount) || amount / AMOUNT_SCALE !== euros) {
    throw new RangeError(`not an amount in euros with at most 4 decimals: ${euros}`);
  }
  return amount === 0 ? 0 : amount;
}

/**
 * Rounds a number of another program by its decimal text to 4 decimals, halves away from zero: `29.699999999999996` is
 * 29.7, `8.264463` is 8.2645.
 */
export function roundEuros(euros: number): number {
  if (!Number.isFinite(euros) || Number.isInteger(euros) || Math.round(euros * AMOUNT_SCALE) / AMOUNT_SCALE === euros)
    return euros;
  const [, whole = '0', decimals = ''] = DECIMAL_TEXT.exec(String(Math.abs(euros))) ?? [];
  const amount = Number(whole + decimals.slice(0, 4).padEnd(4, '0')) + (Number(decimals[4] ?? 0) >= 5 ? 1 : 0);
  return euros < 0 && amount > 0 ? -amount / AMOUNT_SCALE : amount / AMOUNT_SCALE;
}

/** Smaller numbers have an exponent and round to 0. Larger ones have no decimals. */
const DECIMAL_TEXT = /^(\d+)(?:\.(\d+))?$/;

/** Rounds to whole cents, halves away from zero. */
export function roundToCents(amount: Amount): Amount {
  return divideHalfAwayFromZero(amount, AMOUNT_PER_CENT) * AMOUNT_PER_CENT;
}

/** Calculates the value of a line in whole cents: quantity (1/1000) times unit price (1/10 000 euro). */
export function calculateLineValue(quantityThousandths: number, unitPrice: Amount): Amount {
  // One division, because rounding to 1/10 000 euro first would round some halves up twice.
  const perCent = QUANTITY_SCALE * AMOUNT_PER_CENT;
  return divideHalfAwayFromZero(quantityThousandths * unitPrice, perCent) * AMOUNT_PER_CENT;
}

/** Returns `part` as a percentage of `whole` with 2 decimals, halves away from zero; `null` if `whole` is 0. */
export function calculatePercentage(part: Amount, whole: Amount): number | null {
  if (whole === 0) return null;
  const hundredths = divideBig(BigInt(part) * 10_000n, BigInt(whole));
  return Number(hundredths) / 100;
}

/**
 * Returns the margin as a percentage of turnover; `null` if the turnover is 0 or less, for example on a day with only
 * returns.
 */
export function calculateMarginPercentage(margin: Amount, turnover: Amount): number | null {
  return turnover > 0 ? calculatePercentage(margin, turnover) : null;
}

export function sumOf<Row>(rows: Iterable<Row>, getAmount: (row: Row) => Amount): Amount {
  let sum = 0;
  for (const row of rows) sum += getAmount(row);
  return sum;
}

function divideHalfAwayFromZero(dividend: number, divisor: number): number {
  if (!Number.isSafeInteger(dividend)) throw new RangeError(`amount out of range: ${dividend}`);
  const size = Math.abs(dividend);
  const rest = size % divisor;
  const quotient = (size - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
  return dividend < 0 ? 0 - quotient : quotient;
}

function divideBig(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * top + bottom) / (2n * bottom);
  return negative ? -quotient : quotient;
}

/**
 * Parses a typed amount: `1.234,50` or `1234,5` in Dutch, `1,234.50` in English. `null` for any other text, and for
 * more than nine digits before the decimal mark, such as a scanned barcode.
 */
export function parseTypedAmount(text: string, language: Language): Amount | null {
  const [group, mark] = language === 'nl' ? ['.', ','] : [',', '.'];
  const typed = text.replace(/[\s\u20ac]/g, '');
  if (/^\d{1,9}(?:[.,]\d{1,2})?$/.test(typed)) return fromEuros(Number(typed.replace(',', '.')));
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3}){1,2}(?:\\${mark}\\d{1,2})?$`).test(typed);
  return isGrouped ? fromEuros(Number(typed.replaceAll(group, '').replace(mark, '.'))) : null;
}
