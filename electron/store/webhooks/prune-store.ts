import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { Portions } from './delivery-portions.ts';
import { createIdempotencyRepository } from './idempotency-repository.ts';
import type { KeptLog } from './outbox.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { sweepRemovedWebhooks } from './removed-webhooks.ts';
import { endUnmadePings } from './unmade-pings.ts';

/** Everything of webhooks that has had its time. */
export async function pruneStore(db: Kysely<StoreSchema>, kept: KeptLog, portions: Portions): Promise<void> {
  await createIdempotencyRepository(db).removeUntil(kept.answeredUntil);
  await endUnmadePings(db, kept.now, kept.pingedUntil);
  await sweepRemovedWebhooks(db, portions);
  await pruneDeliveries(db, kept, portions);
}
