import type { Selectable } from 'kysely';
import type { DeliveryStatus } from '../../../shared/contract/webhook-records.ts';
import type { StoreDb } from '../schema.ts';
import { getOnlyRow, type PageRange, type StoreScope } from '../scoped-queries.ts';
import { inTransaction } from '../transactions.ts';
import { isWebhookInScope } from './webhooks-repository.ts';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from './webhooks-schema.ts';

export type StoredDelivery = Selectable<WebhookDeliveriesTable>;

export type StoredAttempt = Selectable<WebhookAttemptsTable>;

export interface LoggedDelivery extends StoredDelivery {
  /** Sorted from oldest to newest. */
  readonly attempts: readonly StoredAttempt[];
}

export interface DeliverySelection extends PageRange {
  readonly status?: DeliveryStatus;
  readonly isNewestFirst: boolean;
}

/** Reads deliveries of a webhook. Empty if the webhook is invisible in the scope. */
export function readDeliveryLog(
  db: StoreDb,
  scope: StoreScope,
  webhookId: number,
  { status, isNewestFirst, start, limit }: DeliverySelection,
): Promise<{ readonly rows: readonly LoggedDelivery[]; readonly total: number }> {
  return inTransaction(db, async (transaction) => {
    const selected = selectDeliveries(transaction, scope, webhookId).$if(status !== undefined, (query) =>
      query.where('webhook_deliveries.status', '=', status ?? 'pending'),
    );
    const counted = await selected.select(({ fn }) => fn.countAll<number>().as('total')).execute();
    const direction = isNewestFirst ? 'desc' : 'asc';
    // Skipping the earlier pages reads ids from an index only.
    const ids = selected
      .select('webhook_deliveries.id')
      .orderBy('webhook_deliveries.id', direction)
      .limit(limit)
      .offset(start);
    const rows = await transaction
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id', direction)
      .execute();
    return { rows: await addAttempts(transaction, rows), total: getOnlyRow(counted).total };
  });
}

/** `null` if the webhook has no such delivery or is invisible in the scope. */
export function findLoggedDelivery(
  db: StoreDb,
  scope: StoreScope,
  webhookId: number,
  id: number,
): Promise<LoggedDelivery | null> {
  return inTransaction(db, async (transaction) => {
    const rows = await selectDeliveries(transaction, scope, webhookId)
      .selectAll('webhook_deliveries')
      .where('webhook_deliveries.id', '=', id)
      .execute();
    const [delivery] = await addAttempts(transaction, rows);
    return delivery ?? null;
  });
}

function selectDeliveries(db: StoreDb, scope: StoreScope, webhookId: number) {
  return db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhooks')
          .select('webhooks.id')
          .whereRef('webhooks.id', '=', 'webhook_deliveries.webhook_id')
          .where(isWebhookInScope(scope)),
      ),
    );
}

async function addAttempts(db: StoreDb, deliveries: readonly StoredDelivery[]): Promise<LoggedDelivery[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(({ id }) => id);
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', ids)
    .orderBy('number')
    .execute();
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return deliveries.map((delivery) => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
}

/** Pending deliveries of all webhooks. */
export interface OutboxBacklog {
  readonly pending: number;
  /** The creation time of the oldest, in milliseconds since the epoch. `null` if nothing is pending. */
  readonly oldestAt: number | null;
}

export async function readOutboxBacklog(db: StoreDb): Promise<OutboxBacklog> {
  const { pending, oldest } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('pending'), fn.min('created_at').as('oldest')])
    // Only pending deliveries have a next attempt, which is indexed. The rest of the table is a long log.
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { pending, oldestAt: oldest };
}
