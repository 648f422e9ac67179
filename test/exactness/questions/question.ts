import type { CalendarDate } from '../../../shared/calendar.ts';

/** Days, both included. */
export interface Range {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** What is asked of every report: which days and, where not null, which location. */
export interface Question extends Range {
  readonly locationId: number | null;
}

export function queryOf({ from, to, locationId }: Question) {
  return { from, to, ...(locationId !== null && { location_id: locationId }) };
}
