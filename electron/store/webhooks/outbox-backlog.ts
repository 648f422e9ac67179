import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';

/** What is still to be delivered, of all webhooks. */
export interface OutboxBacklog {
  readonly pending: number;
  /** When the oldest of it was made, in milliseconds since the epoch; null where nothing is pending. */
  readonly oldestAt: number | null;
}

export async function readOutboxBacklog(db: Kysely<StoreSchema>): Promise<OutboxBacklog> {
  const { pending, oldest } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('pending'), fn.min('created_at').as('oldest')])
    // What is pending has a next attempt; the few that have one are indexed, and the rest is a log of many thousand.
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { pending, oldestAt: oldest };
}
