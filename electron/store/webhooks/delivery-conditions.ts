import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import type { StoreSchema } from '../schema.ts';

/** Deliveries that are retried: all except pings. Pings that earlier versions replayed are retried too. */
export function isQueued(): ExpressionWrapper<StoreSchema, 'webhook_deliveries', SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  return eb.or([eb('kind', '=', 'batch'), eb('replay_of', 'is not', null)]);
}

/** Excludes deliveries of removed webhooks, which are neither sent nor settled. */
export function hasWebhook(): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  return eb('webhook_deliveries.webhook_id', 'in', eb.selectFrom('webhooks').select('webhooks.id'));
}
