import { createContext, useContext, useSyncExternalStore } from 'react';
import { type CalendarDate, getDateAt } from '../../../shared/calendar.ts';
import { findPreset, getPeriod, type Period } from '../../../shared/periods.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { usePreferences } from '../../lib/preferences.ts';

interface ChosenPeriod {
  /** The days, seen from today. */
  readonly period: Period;
  /** As it was chosen: on a Sunday, the last 7 days are not this week. */
  readonly choice: PeriodChoice;
}

/** The period that is chosen on a page; without a choice the one that the user prefers. */
export function useChosenPeriod(choice: PeriodChoice | undefined): ChosenPeriod {
  const today = useToday();
  const { defaultPeriod: preferred } = usePreferences();
  const made = choice ?? (preferred === 'automatic' ? defaultPeriod(today) : preferred);
  return { period: daysOf(made, today), choice: periodChoice(made, today) };
}

export function daysOf(choice: PeriodChoice, today: CalendarDate): Period {
  return typeof choice === 'string' ? getPeriod(choice, today) : choice;
}

/** A choice in the address: of days that were chosen the preset where there is one, so that it follows the calendar. */
export function periodChoice(choice: PeriodChoice, today: CalendarDate): PeriodChoice {
  return typeof choice === 'string' ? choice : (findPreset(choice, today) ?? choice);
}

/** The month under way; on its first day, when it has hardly any figures, the month before. */
export function defaultPeriod(today: CalendarDate): Period {
  return getPeriod(today.endsWith('-01') ? 'last-month' : 'this-month', today);
}

const LOOK_EVERY_MS = 30_000;

/** Returns milliseconds since the epoch. */
type Now = () => number;

/** The clock of everything below it: that of the PC, unless another is provided. */
export const NowContext = createContext<Now>(Date.now);

/** The Amsterdam day of now; changes by itself at midnight. */
export function useToday(): CalendarDate {
  const now = useContext(NowContext);
  return useSyncExternalStore(watchClock, () => getDateAt(now()));
}

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
