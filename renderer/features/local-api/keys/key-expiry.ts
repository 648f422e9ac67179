import { type CalendarDate, dateAt } from '../../../../shared/calendar.ts';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';

type Expiring = Pick<ShownApiKey, 'expiresAt'>;

/** The last day on which a key works, which ends at the moment of its expiry; null for a key without end. */
export function lastDayOf({ expiresAt }: Expiring): CalendarDate | null {
  return expiresAt === null ? null : dateAt(Date.parse(expiresAt) - 1);
}

export function isExpired(key: Expiring, today: CalendarDate): boolean {
  const lastDay = lastDayOf(key);
  return lastDay !== null && lastDay < today;
}
