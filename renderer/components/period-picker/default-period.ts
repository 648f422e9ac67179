import type { CalendarDate } from '../../../shared/calendar.ts';
import { type Period, periodOf } from '../../../shared/periods.ts';

/** The month under way; on its first day, when it has hardly any figures, the month before. */
export function defaultPeriod(today: CalendarDate): Period {
  return periodOf(today.endsWith('-01') ? 'last-month' : 'this-month', today);
}
