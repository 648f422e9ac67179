import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import type { StoreSchema } from '../schema.ts';

/** Deliveries that are repeated until they are made: all but pings. A ping that is replayed on request is. */
export function isQueued(): ExpressionWrapper<StoreSchema, 'webhook_deliveries', SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  return eb.or([eb('kind', '=', 'batch'), eb('replay_of', 'is not', null)]);
}
