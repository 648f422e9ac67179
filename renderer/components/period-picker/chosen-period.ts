import { createContext, useContext, useSyncExternalStore } from 'react';
import { type CalendarDate, getDateAt } from '../../../shared/calendar.ts';
import { findPreset, getPeriod, type Period } from '../../../shared/periods.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { usePreferences } from '../../lib/preferences.ts';

interface ChosenPeriod {
  /** The days of the choice, relative to today. */
  readonly period: Period;
  /** The choice itself. On a Sunday "the last 7 days" and "this week" are the same days but different choices. */
  readonly choice: PeriodChoice;
}

/** The period chosen on a page; without a choice the preferred one. */
export function useChosenPeriod(choice: PeriodChoice | undefined): ChosenPeriod {
  const today = useToday();
  const { defaultPeriod: preferred } = usePreferences();
  const made = choice ?? (preferred === 'automatic' ? getDefaultPeriod(today) : preferred);
  return { period: toPeriod(made, today), choice: toPreset(made, today) };
}

export function toPeriod(choice: PeriodChoice, today: CalendarDate): Period {
  return typeof choice === 'string' ? getPeriod(choice, today) : choice;
}

/** The choice for the address. Days that match a preset become the preset, so that it moves with the calendar. */
export function toPreset(choice: PeriodChoice, today: CalendarDate): PeriodChoice {
  return typeof choice === 'string' ? choice : (findPreset(choice, today) ?? choice);
}

/** The current month; on its first day, when it has hardly any figures, the month before. */
export function getDefaultPeriod(today: CalendarDate): Period {
  return getPeriod(today.endsWith('-01') ? 'last-month' : 'this-month', today);
}

const CLOCK_INTERVAL_MS = 30_000;

/** Returns milliseconds since the epoch. */
type Now = () => number;

/** The clock for everything below the provider: by default that of the PC. */
export const NowContext = createContext<Now>(Date.now);

/** The current day in Amsterdam. Updates at midnight. */
export function useToday(): CalendarDate {
  const now = useContext(NowContext);
  return useSyncExternalStore(watchClock, () => getDateAt(now()));
}

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, CLOCK_INTERVAL_MS);
  return () => clearInterval(timer);
}
