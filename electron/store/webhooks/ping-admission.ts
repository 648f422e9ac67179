import type { Kysely } from 'kysely';
import { clockToleranceMs } from '../dialects/clock-tolerance.ts';
import type { StoreSchema } from '../schema.ts';
import type { PingRate } from './outbox.ts';

/** The moment of the oldest ping in the window where there are as many as may be; null where another one may be made. */
export async function oldestOfFullWindow(
  db: Kysely<StoreSchema>,
  webhookId: number,
  { most, windowMs }: PingRate,
  now: number,
): Promise<number | null> {
  const pings = await db
    .selectFrom('webhook_deliveries')
    .select('created_at')
    .where('webhook_id', '=', webhookId)
    .where('kind', '=', 'ping')
    .where('replay_of', 'is', null)
    .where('created_at', '>', now - windowMs)
    // A moment that lies further ahead is one of before the clock was set back.
    .where('created_at', '<=', now + clockToleranceMs(db))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  const oldest = pings.at(-1);
  return oldest && pings.length >= most ? oldest.created_at : null;
}
