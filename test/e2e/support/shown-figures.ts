import { type Units, units } from '../../support/exact-euros.ts';

/** How the Dutch window writes figures, worked out from whole numbers only. */

/** `−1.234,50` from euros. */
export function amountText(euros: number): string {
  return centsText(units(euros));
}

/** As `amountText`, from a sum. Fails for what is no whole number of cents. */
export function centsText(amount: Units): string {
  if (amount % 100n !== 0n) throw new Error(`not whole cents: ${amount}`);
  return decimals(amount, 2);
}

/** `0,7438`: 2 to 4 decimals. */
export function unitPriceText(euros: number): string {
  const amount = units(euros);
  if (amount % 100n === 0n) return decimals(amount, 2);
  return decimals(amount, amount % 10n === 0n ? 3 : 4);
}

/** `47,8`: as many decimals as there are. */
export function plainText(value: number): string {
  return decimals(units(value), 4).replace(/,?0+$/, '');
}

export function countText(count: number): string {
  return decimals(BigInt(count) * 10_000n, 0);
}

/** `20-11-2026 14:05` */
export function momentText(timestamp: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(timestamp);
  if (!match) throw new Error(`not a timestamp: ${timestamp}`);
  const [, year, month, day, time] = match;
  return `${day}-${month}-${year} ${time}`;
}

function decimals(amount: Units, places: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(5, '0');
  const whole = digits.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, '.');
  const fraction = digits.slice(-4).slice(0, places);
  return `${amount < 0n ? '−' : ''}${whole}${fraction && `,${fraction}`}`;
}
