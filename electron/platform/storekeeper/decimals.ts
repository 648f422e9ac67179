/** StoreKeeper's numbers as exact integers. Money and quantities never use floating point. */

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;

const MAX_LENGTH = 60;

/** Larger than the exponent of any amount. */
const MAX_SHIFT = 400;

/**
 * Returns a number or its text times 10 to the power of `decimals`, with halves rounded away from zero. Works on the
 * written digits: 42.15 is 421 500, never 421 499. `null` if it is not a number or exceeds the safe integers.
 */
export function scaleDecimal(value: unknown, decimals: number): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value).trim();
  const [, sign, whole = '', fraction = '', exponent = '0'] = (text.length <= MAX_LENGTH && DECIMAL.exec(text)) || [];
  if (sign === undefined || whole + fraction === '') return null;
  const shift = Number(exponent) - fraction.length + decimals;
  const digits = BigInt(whole + fraction);
  if (Math.abs(shift) > MAX_SHIFT) return digits === 0n || shift < 0 ? 0 : null;
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return sign === '-' && size !== 0n ? -Number(size) : Number(size);
}

/** `amount` × `part` / `whole` as an integer, with halves rounded away from zero. `whole` must not be 0. */
export function calculateShare(amount: number, part: number, whole: number): number {
  const [dividend, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  const size = divideHalfUp(getAbsolute(dividend), getAbsolute(divisor));
  const isNegative = dividend < 0n !== divisor < 0n && size !== 0n;
  return isNegative ? -Number(size) : Number(size);
}

const CENT = 100;

/** Like `calculateShare`, in whole cents. If `part` is `whole`, the amount stays exact to 1/10 000. */
export function calculateShareInCents(amount: number, part: number, whole: number): number {
  return part === whole ? amount : calculateShare(amount, part, whole * CENT) * CENT;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

function getAbsolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
