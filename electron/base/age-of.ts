import type { Clock } from './clock.ts';

/**
 * The distance of a moment from now, in milliseconds. A moment in the future, after the clock was set back, is not fresh:
 * it would otherwise stay valid for as long as the clock was set back by.
 */
export function ageOf(clock: Pick<Clock, 'now'>, at: number): number {
  return Math.abs(clock.now() - at);
}
