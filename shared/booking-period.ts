import { addDays } from './calendar.ts';
import type { Period } from './periods.ts';

/** One booking is of a day, of a month, or of days of one month. */
export function isOneBooking({ from, to }: Period): boolean {
  return from.slice(0, 7) === to.slice(0, 7);
}

/**
 * By what a bookkeeping program knows a booking: `TD-20261001` for a day, `TD-202610` for a month and
 * `TD-20261001-20261015` for days of it; with `-L` and its id when it is of one location. Two periods or locations
 * never share a code.
 */
export function bookingCode({ from, to }: Period, locationId: number | null): string {
  const location = locationId === null ? '' : `-L${locationId}`;
  return `TD-${periodCode({ from, to })}${location}`;
}

function periodCode({ from, to }: Period): string {
  if (from === to) return digits(from);
  const isWholeMonth = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return isWholeMonth ? digits(from.slice(0, 7)) : `${digits(from)}-${digits(to)}`;
}

function digits(date: string): string {
  return date.replaceAll('-', '');
}
