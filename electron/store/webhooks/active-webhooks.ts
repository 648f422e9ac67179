import { type Selectable, sql } from 'kysely';
import type { DisabledReason, WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { isQueued } from './delivery-queue.ts';
import type { WebhooksTable } from './webhooks-schema.ts';

/** A webhook as deliveries to it need it. */
export interface DeliveringWebhook {
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  /** The location that the subscriber was locked to; null for none. */
  readonly locationId: number | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly sealedSecret: string;
  readonly oldSealedSecret: string | null;
  /** Until then the old secret signs too. */
  readonly oldSecretUntil: number | null;
  /** Null while it is active. */
  readonly disabledReason: DisabledReason | null;
}

/** Webhooks of all accounts, for their deliveries. */
export interface ActiveWebhooks {
  /** By id. */
  listActive(): Promise<readonly DeliveringWebhook[]>;
  /** A disabled one as well; null where it was removed. */
  findForDelivery(id: number): Promise<DeliveringWebhook | null>;
  /** Gives up what is pending for it. Does nothing to one that is disabled already. */
  disable(id: number, reason: DisabledReason, at: number): Promise<void>;
}

export function createActiveWebhooks(db: StoreDb): ActiveWebhooks {
  const webhooks = () => db.selectFrom('webhooks').selectAll();

  return {
    async listActive() {
      const rows = await webhooks().where('disabled_reason', 'is', null).orderBy('id').execute();
      return rows.map(toDeliveringWebhook);
    },

    async findForDelivery(id) {
      const row = await webhooks().where('id', '=', id).executeTakeFirst();
      return row ? toDeliveringWebhook(row) : null;
    },

    disable: (id, reason, at) => inWriteTransaction(db, (transaction) => disableWebhook(transaction, id, reason, at)),
  };
}

/** Who subscribed. */
interface Subscriber {
  readonly account_id: number;
  readonly user_id: number;
}

/** What a user subscribed, whoever holds the token or API key that it was done with. */
export interface OwnWebhooks {
  /** By id, the disabled ones included. */
  listOf(subscriber: Subscriber): Promise<readonly Selectable<WebhooksTable>[]>;
  /** Disables all that are active, as `subscriber_ended`. Answers how many that were. */
  disableAllOf(subscriber: Subscriber, at: number): Promise<number>;
}

export function createOwnWebhooks(db: StoreDb): OwnWebhooks {
  return {
    listOf: (subscriber) => webhooksOf(db, subscriber).orderBy('id').execute(),
    disableAllOf: (subscriber, at) =>
      inWriteTransaction(db, async (transaction) => {
        const active = await webhooksOf(transaction, subscriber)
          .where('disabled_reason', 'is', null)
          .orderBy('id')
          .execute();
        for (const { id } of active) await disableWebhook(transaction, id, 'subscriber_ended', at);
        return active.length;
      }),
  };
}

function webhooksOf(db: StoreDb, { account_id, user_id }: Subscriber) {
  return db.selectFrom('webhooks').selectAll().where('account_id', '=', account_id).where('user_id', '=', user_id);
}

function toDeliveringWebhook(row: Selectable<WebhooksTable>): DeliveringWebhook {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    locationId: row.location_id,
    url: row.url,
    // Written by the subscription, which takes no other.
    events: row.events.split(',') as WebhookEvent[],
    sealedSecret: row.sealed_secret,
    oldSealedSecret: row.old_sealed_secret,
    oldSecretUntil: row.old_secret_until,
    disabledReason: row.disabled_reason,
  };
}

/**
 * Has to run in a transaction. What is pending is given up at the same moment, by which `revive` finds it. An attempt
 * under way keeps its lease, so that it can be settled.
 */
export async function disableWebhook(db: StoreDb, id: number, reason: DisabledReason, at: number): Promise<void> {
  await holdWebhook(db, id);
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ disabled_reason: reason, disabled_at: at })
    .where('id', '=', id)
    .where('disabled_reason', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, ended_at: at })
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .where(isQueued())
    .execute();
}

/** Has to run in a transaction. */
export async function reviveWebhook(db: StoreDb, id: number, now: number): Promise<void> {
  await holdWebhook(db, id);
  const webhook = await db
    .selectFrom('webhooks')
    .select('disabled_at')
    .where('id', '=', id)
    .where('disabled_reason', 'is not', null)
    .executeTakeFirst();
  if (!webhook) return;
  await db.updateTable('webhooks').set({ disabled_reason: null, disabled_at: null }).where('id', '=', id).execute();
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      next_attempt_at: now,
      ended_at: null,
      schedule_start: sql`(select count(*) from webhook_attempts where delivery_id = webhook_deliveries.id)`,
    })
    .where('webhook_id', '=', id)
    .where('status', '=', 'failed')
    .where('ended_at', '>=', webhook.disabled_at)
    .where(isQueued())
    .execute();
}

/**
 * Keeps other instances from changing the webhook until the transaction ends: whether it is active, and its health, stay
 * as they are read. Comes before any write to its deliveries: two that waited for each other would both begin anew.
 */
export async function holdWebhook(db: StoreDb, id: number): Promise<void> {
  if (!isSharedStore(db)) return;
  await db.selectFrom('webhooks').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
