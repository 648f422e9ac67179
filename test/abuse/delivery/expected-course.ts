import type { DisabledReason } from '../../../shared/contract/webhook-records.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../unit/feeds/webhooks/spans-of-time.ts';
import type { Reaction } from './receiver-script.ts';

/** An attempt as its receiver saw it. */
export interface SeenAttempt {
  readonly at: number;
  readonly reaction: Reaction;
  /** When it answered; null where the program was gone by then. */
  readonly endedAt: number | null;
}

/** How long the computer was off. */
export interface Pause {
  readonly from: number;
  readonly until: number;
}

export interface CourseCheck {
  /** Milliseconds by which the attempts were too early or too late; 0 within what is planned. */
  readonly errors: readonly number[];
  /** Attempts that were to be made and were not. */
  readonly skipped: number;
  /** Attempts that were not to be made. */
  readonly needless: number;
  readonly end: { readonly status: 'delivered' | 'failed'; readonly disabled: DisabledReason | null };
}

/** From the words of the specification, with none of the program's own figures. */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const ATTEMPTS = 10;
const SPREAD_MS = 30 * SECOND;

/** What has to become of a delivery whose receiver reacts so. `isAlive`: another delivery succeeded meanwhile. */
export function checkCourse(seen: readonly SeenAttempt[], pause: Pause, isAlive: boolean): CourseCheck {
  const errors: number[] = [];
  let answered = 0;
  for (const [index, { reaction, endedAt }] of seen.entries()) {
    if (endedAt !== null) answered += 1;
    const end = endedAt === null ? null : endAfter(reaction, answered, isAlive);
    const next = seen[index + 1];
    if (end !== null) return { errors, skipped: 0, needless: seen.length - index - 1, end };
    if (next !== undefined) errors.push(outside(next.at, windowAfter(reaction, answered, endedAt, pause)));
  }
  return { errors, skipped: 1, needless: 0, end: { status: 'failed', disabled: null } };
}

function endAfter({ result }: Reaction, answered: number, isAlive: boolean): CourseCheck['end'] | null {
  const status = 'status' in result ? result.status : 0;
  if (Math.floor(status / 100) === 2) return { status: 'delivered', disabled: null };
  if (status === 410) return { status: 'failed', disabled: 'gone' };
  return answered < ATTEMPTS ? null : { status: 'failed', disabled: isAlive ? null : 'failing' };
}

type Window = readonly [from: number, to: number];

function windowAfter(
  { retryAfter, result }: Reaction,
  answered: number,
  endedAt: number | null,
  pause: Pause,
): Window {
  if (endedAt === null) return [pause.until, pause.until + SPREAD_MS];
  const delay = (DELAYS_S[answered - 1] ?? Number.NaN) * SECOND;
  const until = ('status' in result && retryAfter?.until(endedAt)) || 0;
  const asked = Math.min(until, endedAt + DAY);
  return pausedBy(pause, [
    Math.max(endedAt + Math.max(5 * SECOND, 0.9 * delay - 1), asked),
    Math.max(endedAt + 1.1 * delay + 1, asked),
  ]);
}

/** What falls due while the computer is off comes within 30 s after that. */
function pausedBy({ from, until }: Pause, [first, last]: Window): Window {
  if (last < from || first >= until) return [first, last];
  return [first < from ? first : Math.max(first, until), Math.max(last, until + SPREAD_MS)];
}

function outside(at: number, [from, to]: Window): number {
  return Math.max(0, from - at, at - to);
}

/** Beyond which no course goes: ten attempts, each put off by a day at most, and the pause. */
export const LONGEST_COURSE_MS = 14 * DAY + HOUR + MINUTE;
