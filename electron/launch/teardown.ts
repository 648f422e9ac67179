import type { Clock } from '../session/clock.ts';

/** Undoes what a start has done, the latest first. */
export interface Teardown {
  add(name: string, undo: () => void | Promise<void>): void;
  /** Never rejects and never takes longer than `limitMs`; asked again, it answers the same run. */
  run(): Promise<void>;
}

export interface TeardownOptions {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Told of every step that failed, or was given up on when the time was over. */
  readonly onProblem: (step: string, error: unknown) => void;
}

interface Step {
  readonly name: string;
  readonly undo: () => void | Promise<void>;
}

export function createTeardown({ clock, limitMs, onProblem }: TeardownOptions): Teardown {
  const steps: Step[] = [];
  let running: Promise<void> | undefined;

  async function undoAll(): Promise<void> {
    const deadline = clock.now() + limitMs;
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      await undoWithin(step, Math.max(0, deadline - clock.now()));
    }
  }

  /** A step that hangs must not keep the later ones from running. */
  async function undoWithin({ name, undo }: Step, budgetMs: number): Promise<void> {
    let cancel = () => {};
    const timeUp = new Promise<never>((_, reject) => {
      cancel = clock.after(budgetMs, () => reject(new Error('No time left.')));
    });
    try {
      await Promise.race([undo(), timeUp]);
    } catch (error) {
      onProblem(name, error);
    } finally {
      cancel();
    }
  }

  return {
    add: (name, undo) => {
      steps.push({ name, undo });
    },
    run: () => {
      running ??= undoAll();
      return running;
    },
  };
}
