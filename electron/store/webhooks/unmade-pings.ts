import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { isQueued } from './delivery-queue.ts';

/** Pings that were made until then and never came to an end: nobody makes them any more. */
export async function endUnmadePings(
  db: Kysely<StoreSchema>,
  now: number,
  createdUntil: number,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, leased_until: null, ended_at: now })
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<=', createdUntil)
    .where((eb) => eb.not(isQueued()))
    .execute();
}
