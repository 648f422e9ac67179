import { type Selectable, sql } from 'kysely';
import type { DisabledReason, WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { isQueued } from './delivery-conditions.ts';
import type { WebhooksTable } from './webhooks-schema.ts';

/** The fields of a webhook that deliveries need. */
export interface DeliveringWebhook {
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  /** The location to which the subscriber was locked. `null` if none. */
  readonly locationId: number | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly sealedSecret: string;
  readonly oldSealedSecret: string | null;
  /** The old secret also signs until this time. */
  readonly oldSecretUntil: number | null;
  /** `null` if the webhook is active. */
  readonly disabledReason: DisabledReason | null;
}

export type ActiveWebhooks = ReturnType<typeof createActiveWebhooks>;

/** Creates the repository of the webhooks of all accounts, for delivery. */
export function createActiveWebhooks(db: StoreDb) {
  const selectWebhookFields = () =>
    db
      .selectFrom('webhooks')
      .select(['id', 'account_id as accountId', 'user_id as userId', 'location_id as locationId', 'url', 'events'])
      .select(['sealed_secret as sealedSecret', 'old_sealed_secret as oldSealedSecret'])
      .select(['old_secret_until as oldSecretUntil', 'disabled_reason as disabledReason']);

  return {
    /** Sorted by id. */
    async listActive(): Promise<readonly DeliveringWebhook[]> {
      const rows = await selectWebhookFields().where('disabled_reason', 'is', null).orderBy('id').execute();
      return rows.map((row) => ({ ...row, events: parseEvents(row.events) }));
    },

    /** Includes disabled webhooks. `null` if the webhook was removed. */
    async findForDelivery(id: number): Promise<DeliveringWebhook | null> {
      const row = await selectWebhookFields().where('id', '=', id).executeTakeFirst();
      return row ? { ...row, events: parseEvents(row.events) } : null;
    },

    /** Disables a webhook. Its pending deliveries fail, unless it is paused. Does nothing if it is disabled. */
    disable: (id: number, reason: DisabledReason, at: number) =>
      inWriteTransaction(db, (transaction) => disableWebhook(transaction, id, reason, at)),

    /**
     * Enables a disabled webhook. Deliveries that failed when it was disabled or later are due again at `now`, with a
     * full schedule. Does nothing if the webhook is active.
     */
    reenable: (id: number, now: number) =>
      inWriteTransaction(db, (transaction) => reenableWebhook(transaction, id, now)),
  };
}

/** Whether there is any webhook, even a disabled one. Its secret needs the secret key. */
export async function hasSealedSecrets(db: StoreDb): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Only subscriptions write this column, so it is valid. */
const parseEvents = (events: string) => events.split(',') as WebhookEvent[];

type Subscriber = Pick<Selectable<WebhooksTable>, 'account_id' | 'user_id'>;

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>;

/** Creates the repository of a user's webhooks, subscribed with any token or API key. */
export function createOwnWebhooks(db: StoreDb) {
  return {
    /** Sorted by id, including disabled webhooks. */
    listByOwner: (subscriber: Subscriber) => selectWebhooks(db, subscriber).orderBy('id').execute(),
    /** Disables active webhooks as `subscriber_ended`. Returns their number. */
    disableByOwner: (subscriber: Subscriber, at: number) =>
      inWriteTransaction(db, async (transaction) => {
        const webhooks = selectWebhooks(transaction, subscriber).orderBy('id');
        const active = await webhooks.where('disabled_reason', 'is', null).execute();
        for (const { id } of active) await disableWebhook(transaction, id, 'subscriber_ended', at);
        return active.length;
      }),
  };
}

function selectWebhooks(db: StoreDb, { account_id, user_id }: Subscriber) {
  return db.selectFrom('webhooks').selectAll().where('account_id', '=', account_id).where('user_id', '=', user_id);
}

/**
 * Disables a webhook; `db` must be a transaction. Pending deliveries of a paused webhook stay pending without a next
 * attempt. Otherwise they fail at `at`, by which `reenable` finds them. A running attempt keeps its lease, so that it
 * can be settled.
 */
export async function disableWebhook(db: StoreDb, id: number, reason: DisabledReason, at: number): Promise<void> {
  await lockWebhook(db, id);
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ disabled_reason: reason, disabled_at: at })
    .where('id', '=', id)
    .where('disabled_reason', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: null, ...(reason !== 'paused' && { status: 'failed', ended_at: at }) })
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .where(isQueued())
    .execute();
}

async function reenableWebhook(db: StoreDb, id: number, now: number): Promise<void> {
  await lockWebhook(db, id);
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
    .where(({ eb, or, and }) =>
      or([eb('status', '=', 'pending'), and([eb('status', '=', 'failed'), eb('ended_at', '>=', webhook.disabled_at)])]),
    )
    .where(isQueued())
    .execute();
}

/**
 * Locks a webhook until the transaction ends, so that other instances do not change its state. Call it before writing
 * deliveries; another order may deadlock.
 */
export async function lockWebhook(db: StoreDb, id: number): Promise<void> {
  if (!isSharedStore(db)) return;
  await db.selectFrom('webhooks').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
