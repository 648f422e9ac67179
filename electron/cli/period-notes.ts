import type { CalendarDate } from '../../shared/calendar.ts';
import type { Period } from '../../shared/periods.ts';

/** What is to be known of figures that were read on `today`; `period` is null for those that are of no days. */
export function periodNotes(period: Period | null, today: CalendarDate): readonly string[] {
  if (period === null || period.to < today) return [];
  return [`The figures of this period can still change: its last day, ${period.to}, is not over.`];
}
