import type { Clock } from './clock.ts';

/**
 * How far a moment is from now. What a clock that was set back puts into the future is no fresher for it: it would
 * otherwise hold for as long as the clock was set back by.
 */
export function ageOf(clock: Pick<Clock, 'now'>, at: number): number {
  return Math.abs(clock.now() - at);
}
