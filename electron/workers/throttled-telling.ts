import type { ExportProgress } from '../../shared/contract/exports.ts';
import type { Clock } from '../base/clock.ts';
import type { TellProgress } from '../exports/reading.ts';

const EVERY_MS = 250;

/**
 * Tells at once what phase it is, and how far it is at most 4 times a second: a message for each batch would keep who
 * is told busy. `finish` tells what was held back last.
 */
export function throttleTelling(
  tell: TellProgress,
  clock: Pick<Clock, 'now'>,
): { readonly tell: TellProgress; finish(): void } {
  let phase: ExportProgress['phase'] | null = null;
  let toldAt = 0;
  let held: ExportProgress | null = null;

  function pass(progress: ExportProgress): void {
    ({ phase } = progress);
    toldAt = clock.now();
    held = null;
    tell(progress);
  }

  return {
    tell(progress) {
      const isDue = progress.phase !== phase || Math.abs(clock.now() - toldAt) >= EVERY_MS;
      if (isDue) pass(progress);
      else held = progress;
    },
    finish() {
      if (held !== null) pass(held);
    },
  };
}
