import type { createReceivers } from '../../../../electron/feeds/receivers/receivers.ts';

/** The product's, or one with a flaw. */
export type MakeReceivers = typeof createReceivers;

export interface AttackReport {
  readonly tried: number;
  /** Each in a sentence. */
  readonly wrong: readonly string[];
}
