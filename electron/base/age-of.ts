import type { Clock } from './clock.ts';

/**
 * How far a time is from now, in milliseconds. A time in the future, after the clock was set back, is not fresh:
 * otherwise it would stay valid for as long as the clock was set back.
 */
export function getAgeMs(clock: Pick<Clock, 'now'>, at: number): number {
  return Math.abs(clock.now() - at);
}
