import { type Expression, expressionBuilder, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { getOnlyRow, type StoreScope } from '../scoped-queries.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { lockWebhook } from './active-webhooks.ts';
import { isQueued } from './delivery-conditions.ts';
import { removeInBatches } from './prune-deliveries.ts';
import type { WebhookIdempotencyTable, WebhooksTable } from './webhooks-schema.ts';

export type StoredWebhook = Selectable<WebhooksTable>;

/** A webhook with the number of its pending deliveries. */
export interface WebhookHealth extends StoredWebhook {
  readonly pending: number;
}

export interface Rotation {
  /** The current encrypted secret. */
  readonly from: string;
  readonly to: string;
  /** The secret `from` also signs until this time. `null` if it stops immediately. */
  readonly oldSecretUntil: number | null;
}

/** Webhooks of the account. If the scope has a location, only those of subscribers locked to it. */
export function isWebhookInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhooks'>();
  const isInAccount = eb('webhooks.account_id', '=', scope.accountId);
  if (scope.locationId === null) return isInAccount;
  return eb.and([isInAccount, eb('webhooks.location_id', '=', scope.locationId)]);
}

/**
 * Creates the repository of the webhooks that are visible in a scope. `onSweepFailed` is called if deliveries of a
 * removed webhook could not be removed. By default `remove` throws.
 */
export function createWebhooksRepository(
  db: StoreDb,
  onSweepFailed: (cause: unknown) => void = (cause) => {
    throw cause;
  },
) {
  const selectInScope = (scope: StoreScope) =>
    db
      .selectFrom('webhooks')
      .selectAll('webhooks')
      .select((eb) => countPendingDeliveries(eb.ref('webhooks.id')).as('pending'))
      .where(isWebhookInScope(scope))
      .orderBy('webhooks.id');

  return {
    /** Sorted by id. */
    list(scope: StoreScope): Promise<WebhookHealth[]> {
      return selectInScope(scope).execute();
    },

    find(scope: StoreScope, id: number): Promise<WebhookHealth | undefined> {
      return selectInScope(scope).where('webhooks.id', '=', id).executeTakeFirst();
    },

    /** New events start at the given position; the others keep theirs. Returns `false` if there is no such webhook. */
    update(scope: StoreScope, id: number, { webhook, positions }: ChangedSubscription): Promise<boolean> {
      return inWriteTransaction(db, async (transaction) => {
        await lockWebhook(transaction, id);
        const { numUpdatedRows } = await transaction
          .updateTable('webhooks')
          .set(webhook)
          .where(isWebhookInScope(scope))
          .where('webhooks.id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const events = positions.map(({ event }) => event);
        await transaction
          .deleteFrom('webhook_positions')
          .where('webhook_id', '=', id)
          .where('event', 'not in', events)
          .execute();
        await transaction
          .insertInto('webhook_positions')
          .values(positions.map((position) => ({ webhook_id: id, ...position })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      });
    },

    /**
     * Removes the webhook, then its deliveries in batches. If interrupted, pruning continues. Returns `false` if there
     * is no such webhook.
     */
    async remove(scope: StoreScope, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('webhooks')
        .where(isWebhookInScope(scope))
        .where('webhooks.id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await removeInBatches(db, (deliveries) => deliveries.where('webhook_id', '=', id)).catch(onSweepFailed);
      return true;
    },

    /** Returns `false` and does nothing if there is no such webhook, or its secret is no longer `from`. */
    async rotate(scope: StoreScope, id: number, { from, to, oldSecretUntil }: Rotation): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({
          sealed_secret: to,
          old_sealed_secret: oldSecretUntil === null ? null : from,
          old_secret_until: oldSecretUntil,
        })
        .where(isWebhookInScope(scope))
        .where('webhooks.id', '=', id)
        .where('webhooks.sealed_secret', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

function countPendingDeliveries(webhookId: Expression<number>) {
  return expressionBuilder<StoreSchema>()
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where('webhook_deliveries.status', '=', 'pending')
    .where(isQueued())
    .$asScalar()
    .$notNull();
}

export interface NewSubscription {
  readonly webhook: Insertable<WebhooksTable>;
  /** The feed position of each event. */
  readonly positions: readonly {
    readonly event: WebhookEvent;
    readonly position: string;
    readonly seen_at: number;
  }[];
  /** The maximum number per account. */
  readonly maxWebhooks: number;
  /** `null` if the request has no idempotency key. */
  readonly idempotency: StoredResponseOptions | null;
}

/** The fields that may change, with the feed position of each event. */
export interface ChangedSubscription {
  readonly webhook: Pick<Insertable<WebhooksTable>, 'url' | 'events' | 'description'>;
  readonly positions: NewSubscription['positions'];
}

export interface StoredResponseOptions {
  readonly name: IdempotencyName;
  readonly bodyHash: string;
  /** Responses stored at or before this time are ignored. */
  readonly expiredUntil: number;
  readonly sealResponse: (webhook: StoredWebhook) => string;
}

export type WrittenSubscription =
  | { readonly kind: 'made'; readonly webhook: StoredWebhook }
  /** An earlier request had the same key. Nothing was created. */
  | { readonly kind: 'answered'; readonly before: WebhookIdempotencyTable }
  | { readonly kind: 'full' };

/** Writes the webhook, its feed positions and the response under its idempotency key, in one transaction. */
export function writeSubscription(
  db: StoreDb,
  { webhook, positions, maxWebhooks, idempotency }: NewSubscription,
): Promise<WrittenSubscription> {
  return inWriteTransaction(db, async (transaction): Promise<WrittenSubscription> => {
    await takeLock(transaction, `webhooks ${webhook.account_id}`);
    const answers = createIdempotencyRepository(transaction);
    const before = idempotency && (await answers.find(idempotency.name, idempotency.expiredUntil));
    if (before) return { kind: 'answered', before };
    if ((await countWebhooks(transaction, webhook.account_id)) >= maxWebhooks) return { kind: 'full' };

    const created = getOnlyRow(await transaction.insertInto('webhooks').values(webhook).returningAll().execute());
    const rows = positions.map((position) => ({ webhook_id: created.id, ...position }));
    await transaction.insertInto('webhook_positions').values(rows).execute();
    if (idempotency) {
      await answers.removeUntil(idempotency.expiredUntil);
      await answers.insert({
        ...idempotency.name,
        body_hash: idempotency.bodyHash,
        sealed_answer: idempotency.sealResponse(created),
        created_at: created.created_at,
      });
    }
    return { kind: 'made', webhook: created };
  });
}

async function countWebhooks(db: StoreDb, accountId: number): Promise<number> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .execute();
  return getOnlyRow(rows).count;
}

export type IdempotencyName = Pick<WebhookIdempotencyTable, 'account_id' | 'user_id' | 'key_hash'>;

/** Stored responses to subscriptions, by user and hash of the idempotency key. */
export function createIdempotencyRepository(db: StoreDb) {
  return {
    /** Finds a response stored after `createdAfter`. */
    find(
      { account_id, user_id, key_hash }: IdempotencyName,
      createdAfter: number,
    ): Promise<WebhookIdempotencyTable | undefined> {
      return db
        .selectFrom('webhook_idempotency')
        .selectAll()
        .where(({ and }) => and({ account_id, user_id, key_hash }))
        .where('created_at', '>', createdAfter)
        .executeTakeFirst();
    },

    async insert(answer: WebhookIdempotencyTable): Promise<void> {
      await db.insertInto('webhook_idempotency').values(answer).execute();
    },

    /** Removes responses of all accounts. */
    async removeUntil(instant: number): Promise<void> {
      await db.deleteFrom('webhook_idempotency').where('created_at', '<=', instant).execute();
    },
  };
}
