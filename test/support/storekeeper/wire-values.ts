import { formatTimestamp } from '../../../shared/calendar.ts';
import { AMOUNT_SCALE, type Amount, QUANTITY_SCALE } from '../../../shared/money.ts';

/** Formats `YYYY-MM-DD HH:MM:SS±HH:MM` with the offset of Amsterdam, or with that of UTC. */
export function wireDate(instant: number, zone: 'Europe/Amsterdam' | 'UTC' = 'Europe/Amsterdam'): string {
  if (zone === 'UTC') return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
  return formatTimestamp(instant).replace('T', ' ');
}

/** Formats euros as a number with at most 2 decimals. Throws if the amount is not whole cents. */
export function wireEuros(amount: Amount): number {
  assertCents(amount);
  return amount / AMOUNT_SCALE;
}

/** Formats euros as text with 2 decimals. Throws if the amount is not whole cents. */
export function wireEurosText(amount: Amount): string {
  assertCents(amount);
  const cents = Math.abs(amount) / 100;
  const sign = amount < 0 ? '-' : '';
  return `${sign}${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

function assertCents(amount: Amount): void {
  if (!Number.isSafeInteger(amount) || amount % 100 !== 0) throw new RangeError(`not in whole cents: ${amount}`);
}

export function wireQuantity(thousandths: number): number {
  return thousandths / QUANTITY_SCALE;
}

/** Returns the value as it is sent: without fields that are null or undefined, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutNulls(member)]));
}
