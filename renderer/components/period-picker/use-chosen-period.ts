import { type Period, periodOf, presetOf } from '../../../shared/periods.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { defaultPeriod } from './default-period.ts';
import { useToday } from './use-today.ts';

/** The days that are chosen on a page; without a choice those that the user prefers, seen from today. */
export function useChosenPeriod(choice: PeriodChoice | undefined): Period {
  const today = useToday();
  const { defaultPeriod: preferred } = usePreferences();
  if (choice === undefined) {
    return preferred === 'automatic' ? defaultPeriod(today) : periodOf(preferred, today);
  }
  return typeof choice === 'string' ? periodOf(choice, today) : choice;
}

/** How a period stands in the address: under its name where it has one, so that it moves along with the calendar. */
export function periodChoice(period: Period, today: string): PeriodChoice {
  return presetOf(period, today) ?? period;
}
