import { createContext, useContext, useSyncExternalStore } from 'react';
import { type CalendarDate, dateAt } from '../../../shared/calendar.ts';

const LOOK_EVERY_MS = 30_000;

/** Answers milliseconds since the epoch. */
type Now = () => number;

/** The clock of everything below it: that of the PC, unless another is provided. */
export const NowContext = createContext<Now>(Date.now);

/** The Amsterdam day of now; changes by itself at midnight. */
export function useToday(): CalendarDate {
  const now = useContext(NowContext);
  return useSyncExternalStore(watchClock, () => dateAt(now()));
}

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
