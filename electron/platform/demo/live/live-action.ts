import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../store/schema.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';

/** What an action works on: one account at one moment, in one transaction. */
export interface LiveGround {
  readonly db: Kysely<StoreSchema>;
  /** With the sale prices of the store; `catalog.prices` are those of the seed. */
  readonly model: DemoModel;
  readonly random: Random;
  /** Milliseconds since the epoch, whole seconds. */
  readonly now: number;
  /** Whether nothing is planned any more that would happen to the order. */
  readonly isClosed: (orderId: number) => boolean;
}

/** Answers false, with nothing written, where there is nothing that it could be done to. */
export type LiveAction = (ground: LiveGround) => Promise<boolean>;
