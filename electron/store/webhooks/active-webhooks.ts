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

export type ActiveWebhooks = ReturnType<typeof createActiveWebhooks>;

/** Webhooks of all accounts, for their deliveries. */
export function createActiveWebhooks(db: StoreDb) {
  const webhooks = () =>
    db
      .selectFrom('webhooks')
      .select(['id', 'account_id as accountId', 'user_id as userId', 'location_id as locationId', 'url', 'events'])
      .select(['sealed_secret as sealedSecret', 'old_sealed_secret as oldSealedSecret'])
      .select(['old_secret_until as oldSecretUntil', 'disabled_reason as disabledReason']);

  return {
    /** By id. */
    async listActive(): Promise<readonly DeliveringWebhook[]> {
      const rows = await webhooks().where('disabled_reason', 'is', null).orderBy('id').execute();
      return rows.map((row) => ({ ...row, events: eventsIn(row.events) }));
    },

    /** Finds a disabled one as well; null where it was removed. */
    async findForDelivery(id: number): Promise<DeliveringWebhook | null> {
      const row = await webhooks().where('id', '=', id).executeTakeFirst();
      return row ? { ...row, events: eventsIn(row.events) } : null;
    },

    /** Its pending deliveries are given up, unless it is paused. Does nothing to one that is disabled already. */
    disable: (id: number, reason: DisabledReason, at: number) =>
      inWriteTransaction(db, (transaction) => disableWebhook(transaction, id, reason, at)),

    /**
     * Enables a disabled webhook: deliveries that were given up when it was disabled or later are due at `now` again,
     * each at the beginning of its schedule. Does nothing to an active one.
     */
    revive: (id: number, now: number) => inWriteTransaction(db, (transaction) => reviveWebhook(transaction, id, now)),
  };
}

/** Whether there is a webhook, whose secret only the secret key opens. A disabled one counts. */
export async function hasSealedSecrets(db: StoreDb): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Only the subscription writes this column. */
const eventsIn = (events: string) => events.split(',') as WebhookEvent[];

type Subscriber = Pick<Selectable<WebhooksTable>, 'account_id' | 'user_id'>;

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>;

/** The subscriptions of a user, whatever token or API key they were made with. */
export function createOwnWebhooks(db: StoreDb) {
  return {
    /** By id, the disabled ones included. */
    listOf: (subscriber: Subscriber) => webhooksOf(db, subscriber).orderBy('id').execute(),
    /** Disables all active ones as `subscriber_ended`. Answers how many there were. */
    disableAllOf: (subscriber: Subscriber, at: number) =>
      inWriteTransaction(db, async (transaction) => {
        const webhooks = webhooksOf(transaction, subscriber).orderBy('id');
        const active = await webhooks.where('disabled_reason', 'is', null).execute();
        for (const { id } of active) await disableWebhook(transaction, id, 'subscriber_ended', at);
        return active.length;
      }),
  };
}

function webhooksOf(db: StoreDb, { account_id, user_id }: Subscriber) {
  return db.selectFrom('webhooks').selectAll().where('account_id', '=', account_id).where('user_id', '=', user_id);
}

/**
 * Has to run in a transaction. Pending deliveries of a paused webhook stay pending, without a next attempt. Otherwise
 * they are given up at the same moment, by which `revive` finds them. An attempt in progress keeps its lease, so that it
 * can be settled.
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
    .set({ next_attempt_at: null, ...(reason !== 'paused' && { status: 'failed', ended_at: at }) })
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .where(isQueued())
    .execute();
}

async function reviveWebhook(db: StoreDb, id: number, now: number): Promise<void> {
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
    .where(({ eb, or, and }) =>
      or([eb('status', '=', 'pending'), and([eb('status', '=', 'failed'), eb('ended_at', '>=', webhook.disabled_at)])]),
    )
    .where(isQueued())
    .execute();
}

/**
 * Locks the webhook against other instances until the transaction ends: its state and health stay as they are read. Comes
 * before any write to its deliveries: in another order two transactions would deadlock.
 */
export async function holdWebhook(db: StoreDb, id: number): Promise<void> {
  if (!isSharedStore(db)) return;
  await db.selectFrom('webhooks').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
