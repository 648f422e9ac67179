import type { EventEmitter } from 'node:events';
import { type Clock, withTimeout } from '../base/clock.ts';

export type Teardown = ReturnType<typeof createTeardown>;

interface TeardownOptions {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Called for every step that failed, or ran out of time. */
  readonly onProblem: (step: string, error: unknown) => void;
}

interface Step {
  readonly name: string;
  readonly undo: () => void | Promise<void>;
}

/** Undoes the steps of a start, the latest first. */
export function createTeardown({ clock, limitMs, onProblem }: TeardownOptions) {
  const steps: Step[] = [];
  let running: Promise<void> | undefined;

  async function undoAll(): Promise<void> {
    const deadline = clock.now() + limitMs;
    // The timers of the clock do not keep the process alive: it would end while a step hangs.
    const awake = setInterval(() => undefined, limitMs);
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const leftMs = Math.min(limitMs, Math.max(0, deadline - clock.now()));
      await undoWithin(step, leftMs / 2);
    }
    clearInterval(awake);
  }

  /** Each step has half of the remaining time, so that one that hangs leaves some for the later ones. */
  async function undoWithin({ name, undo }: Step, budgetMs: number): Promise<void> {
    try {
      await withTimeout(clock, budgetMs, Promise.resolve(undo()), () => {
        throw new Error('No time left.');
      });
    } catch (error) {
      onProblem(name, error);
    }
  }

  return {
    add: (name: string, undo: () => void | Promise<void>) => void steps.push({ name, undo }),
    /** Never rejects and never takes longer than `limitMs`. A further call returns the same promise. */
    run: (): Promise<void> => {
      running ??= undoAll();
      return running;
    },
  };
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first signal that asks the program to end. Later ones have no effect. A hang-up ends it too,
 * unless `reloads` returns true: the program has read its files again instead.
 */
export function stopOnSignals(stop: (signal: NodeJS.Signals) => void, reloads: () => boolean = () => false): void {
  let isStopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (isStopping || (signal === 'SIGHUP' && reloads())) return;
      isStopping = true;
      stop(signal);
    });
  }
}

export interface UncaughtErrorsDeps {
  /** `process`, outside tests. */
  readonly source: Pick<EventEmitter, 'on' | 'off'>;
  readonly log: { fatal(fields: object, message: string): void };
  readonly stop: () => Promise<void>;
  /** Shows the error to the person, after the stop. */
  readonly show?: ((error: unknown) => void) | undefined;
  readonly exit: (status: number) => void;
}

const UNCAUGHT_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** Ends the program at an uncaught error, because its state is unknown then. Returns a function that stops watching. */
export function endOnUncaughtErrors({ source, log, stop, show, exit }: UncaughtErrorsDeps): () => void {
  let isEnding = false;
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'an uncaught error ends the program');
    if (isEnding) return;
    isEnding = true;
    void stop()
      .then(() => show?.(error))
      .catch((err) => log.fatal({ err }, 'the program could not be stopped properly'))
      .then(() => exit(1));
  };
  for (const event of UNCAUGHT_EVENTS) source.on(event, end);
  return () => {
    for (const event of UNCAUGHT_EVENTS) source.off(event, end);
  };
}
