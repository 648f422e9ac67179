import type { AsyncCommand } from 'fast-check';
import type { ExpectedWorld } from './expected-world.ts';
import type { RealWorld } from './real-world.ts';
import { checkCredentials } from './world-checks.ts';

/** What one run of the model counts. */
export interface ModelTally {
  commands: number;
  messages: number;
}

export interface Actual {
  readonly world: RealWorld;
  readonly tally: ModelTally;
}

export type ModelCommand = AsyncCommand<ExpectedWorld, Actual>;

export interface Step {
  readonly name: string;
  /** Whether there is something to do it to. */
  readonly isPossible?: (expected: ExpectedWorld) => boolean;
  /** Does it to both, and throws where they differ. */
  readonly act: (expected: ExpectedWorld, world: RealWorld) => Promise<void>;
}

/** A command after which credentials are looked at: each that is good has to work, and no other. */
export function modelCommand({ name, isPossible = () => true, act }: Step): ModelCommand {
  return {
    check: isPossible,
    async run(expected, { world, tally }) {
      tally.commands += 1;
      await act(expected, world);
      // What the command set in motion goes on until it waits for time.
      await world.clock.advance(0);
      await checkCredentials(expected, world, tally.commands);
    },
    toString: () => name,
  };
}

/** The one that a number between 0 and 1 stands for. */
export function chosen<Item>(items: readonly Item[], part: number): Item {
  const item = items[Math.floor(part * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
