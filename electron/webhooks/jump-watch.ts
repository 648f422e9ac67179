import type { Clock } from '../base/clock.ts';

/** A timer that is later or earlier than that shows that the clock was set, or that the machine was asleep. */
const JUMP_MS = 60_000;

/** Timers that tell when the time of day does not go on as it should. */
export interface JumpWatch {
  /** As `Clock.after`. A jump is told before the task runs. */
  readonly after: Clock['after'];
}

/** `onJump` gets the milliseconds that the clock went too far, less than 0 where it was set back. */
export function createJumpWatch(clock: Clock, onJump: (byMs: number) => void): JumpWatch {
  let jumps = 0;

  return {
    after(delayMs, task) {
      const dueAt = clock.now() + delayMs;
      const jumpsBefore = jumps;
      return clock.after(delayMs, () => {
        const byMs = clock.now() - dueAt;
        // Of the timers that a jump caught, the first tells of it.
        if (Math.abs(byMs) > JUMP_MS && jumps === jumpsBefore) {
          jumps += 1;
          onJump(byMs);
        }
        task();
      });
    },
  };
}
