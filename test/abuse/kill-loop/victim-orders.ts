import type { WrittenChange } from './written-change.ts';

/** What one life of the program is told, as JSON in its only argument. */
export interface VictimOrders {
  readonly dataFolder: string;
  readonly seed: number;
  /** False: it writes nothing, and says when everything was delivered. */
  readonly writes: boolean;
  readonly sabotage: string | null;
}

/** What it says, a line of JSON each. */
export type VictimLine =
  | { readonly kind: 'serving'; readonly port: number }
  /** A transaction that is committed. */
  | { readonly kind: 'written'; readonly changes: readonly WrittenChange[] }
  | { readonly kind: 'drained' };
