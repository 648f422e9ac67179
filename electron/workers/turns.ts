import { createGate } from '../../shared/concurrency-gate.ts';
import { cancellation, expectNotCancelled } from '../exports/expect-not-cancelled.ts';

/** Runs a task when its turn comes. */
export type Turns = <Result>(signal: AbortSignal, task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `atOnce` tasks at a time, in the order in which they came. Who waits leaves with `ExportError`
 * `cancelled` as soon as the signal is given; a task that has begun looks after the signal itself.
 */
export function createTurns(atOnce: number): Turns {
  const gate = createGate(atOnce);

  return (signal, task) =>
    new Promise((resolve, reject) => {
      expectNotCancelled(signal);
      const leave = () => reject(cancellation());
      signal.addEventListener('abort', leave);
      const begin = () => {
        signal.removeEventListener('abort', leave);
        expectNotCancelled(signal);
        return task();
      };
      gate(async () => begin()).then(resolve, reject);
    });
}
