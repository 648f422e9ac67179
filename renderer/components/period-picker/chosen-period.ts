import { createContext, useContext, useSyncExternalStore } from 'react';
import { type CalendarDate, dateAt, localTimestamp } from '../../../shared/calendar.ts';
import { type Period, periodOf, presetOf } from '../../../shared/periods.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { usePreferences } from '../../lib/preferences.ts';

/** The days that are chosen on a page; without a choice those that the user prefers, seen from today. */
export function useChosenPeriod(choice: PeriodChoice | undefined): Period {
  const today = useToday();
  const { defaultPeriod: preferred } = usePreferences();
  if (choice === undefined) {
    return preferred === 'automatic' ? defaultPeriod(today) : periodOf(preferred, today);
  }
  return typeof choice === 'string' ? periodOf(choice, today) : choice;
}

/** The value of a period in the address: its preset where there is one, so that it follows the calendar. */
export function periodChoice(period: Period, today: string): PeriodChoice {
  return presetOf(period, today) ?? period;
}

/** The month under way; on its first day, when it has hardly any figures, the month before. */
export function defaultPeriod(today: CalendarDate): Period {
  return periodOf(today.endsWith('-01') ? 'last-month' : 'this-month', today);
}

const LOOK_EVERY_MS = 30_000;

/** Returns milliseconds since the epoch. */
type Now = () => number;

/** The clock of everything below it: that of the PC, unless another is provided. */
export const NowContext = createContext<Now>(Date.now);

/** The Amsterdam day of now; changes by itself at midnight. */
export function useToday(): CalendarDate {
  const now = useContext(NowContext);
  return useSyncExternalStore(watchClock, () => dateAt(now()));
}

const QUARTER_MS = 900_000;

/** The Amsterdam time of now, `14:15`, down to a quarter of an hour: a question until it is asked four times an hour. */
export function useLastQuarter(): string {
  const now = useContext(NowContext);
  return useSyncExternalStore(watchClock, () => localTimestamp(now() - (now() % QUARTER_MS)).slice(11, 16));
}

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
