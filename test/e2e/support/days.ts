import { dateAt } from '../../../shared/calendar.ts';
import { type Period, type PeriodPreset, periodOf, stepPeriod } from '../../../shared/periods.ts';

/** The days of a preset as seen now from Amsterdam. */
export function presetDays(preset: PeriodPreset): Period {
  return periodOf(preset, dateAt(Date.now()));
}

/** The last two months that are over: their figures are those of whole months, on any day of the year. */
export function fullMonths(): { readonly last: Period; readonly before: Period } {
  const last = presetDays('last-month');
  return { last, before: stepPeriod(last, -1) };
}
