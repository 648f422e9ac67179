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

/** A guide in the form; whether a key may end on this day is decided by the host. */
export function isPast({ lastDay }: ChosenExpiry, today: CalendarDate): boolean {
  return lastDay !== null && lastDay < today;
}
