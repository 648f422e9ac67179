import { Cron } from 'croner';
import { getDateAt, TIME_ZONE } from '../../../shared/calendar.ts';
import type { ScheduledWork, ScheduleTiming } from '../../../shared/contract/schedules.ts';
import { getRelativePeriod, type Period } from '../../../shared/periods.ts';

const TIME_FORM = /^([01]\d|2[0-3]):[0-5]\d$/;

const DAYS_OF_WEEK = 7;

export function isTime(text: string): boolean {
  return TIME_FORM.test(text);
}

/** Whether the timing names a day if it needs one, and only then. */
export function hasDay({ every, on }: ScheduleTiming): boolean {
  if (every === 'day') return on === null;
  return on !== null && (every === 'month' || on <= DAYS_OF_WEEK);
}

/** The first time after `after` at which it is due. Both are milliseconds since the epoch. */
export function findNextDue(timing: ScheduleTiming, after: number): number {
  const next = createCron(timing).nextRun(new Date(after));
  if (next === null) throw new Error('a schedule without an end has no next time');
  return next.getTime();
}

/** The times after `after`, up to `until`, at which it was due; oldest first. */
export function listDueTimes(timing: ScheduleTiming, after: number, until: number): readonly number[] {
  const due: number[] = [];
  for (let at = findNextDue(timing, after); at <= until; at = findNextDue(timing, at)) due.push(at);
  return due;
}

/**
 * A time that a clock change skips runs right after it, and one that occurs twice runs once: croner reads a pattern
 * with a fixed hour that way.
 */
function createCron({ every, on, at }: ScheduleTiming): Cron {
  const [hour, minute] = at.split(':').map(Number);
  const [day, weekday] = [every === 'month' ? on : '*', every === 'week' ? on : '*'];
  return new Cron(`${minute} ${hour} ${day} * ${weekday}`, { timezone: TIME_ZONE, paused: true });
}

/** The days that a run due at `dueAt` covers; `null` for data without a period. */
export function getRunPeriod(work: ScheduledWork, dueAt: number): Period | null {
  const name = work.kind === 'month' ? 'last-month' : work.period;
  return name && getRelativePeriod(name, getDateAt(dueAt));
}
