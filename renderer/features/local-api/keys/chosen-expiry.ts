import { addDays, type CalendarDate } from '../../../../shared/calendar.ts';

/** How long a new key works, as it stands in the form. */
export interface ChosenExpiry {
  /** Null for a key without end. */
  readonly lastDay: CalendarDate | null;
  /** What stands in the field of the day is no day. */
  readonly isUnread: boolean;
}

export const NO_EXPIRY: ChosenExpiry = { lastDay: null, isUnread: false };

const OFFERED_DAYS = 365;

/** What is offered first to who wants an end. */
export function offeredExpiry(today: CalendarDate): ChosenExpiry {
  return { lastDay: addDays(today, OFFERED_DAYS), isUnread: false };
}

export function isPast({ lastDay }: ChosenExpiry, today: CalendarDate): boolean {
  return lastDay !== null && lastDay < today;
}

/** The last day of a new key, null for none; `refused` where there is no such day. */
export function endOf(expiry: ChosenExpiry, today: CalendarDate): CalendarDate | null | 'refused' {
  return expiry.isUnread || isPast(expiry, today) ? 'refused' : expiry.lastDay;
}
