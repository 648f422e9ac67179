import type { Kysely, Selectable } from 'kysely';
import type { DisabledReason, WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { disableWebhook } from './disable-webhook.ts';
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

export function createActiveWebhooks(db: Kysely<StoreSchema>): ActiveWebhooks {
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

    disable: (id, reason, at) =>
      inWriteTransaction(db, (transaction) => disableWebhook(transaction, id, reason, at)),
  };
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
