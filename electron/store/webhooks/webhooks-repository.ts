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
  /** The current sealed secret. */
  readonly from: string;
  readonly to: string;
  /** Until then the secret `from` signs as well; null for not at all. */
  readonly oldSecretUntil: number | null;
}

/** Webhooks of the account; where the scope has a location, those of subscribers locked to the same location. */
export function webhooksInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhooks'>();
  const isOfAccount = eb('webhooks.account_id', '=', scope.accountId);
  if (scope.locationId === null) return isOfAccount;
  return eb.and([isOfAccount, eb('webhooks.location_id', '=', scope.locationId)]);
}

/**
 * The visible webhooks of a scope. `onUnswept` is called where deliveries of a removed webhook could not be removed; by
 * default `remove` throws then.
 */
export function createWebhooksRepository(
  db: StoreDb,
  onUnswept: (cause: unknown) => void = (cause) => {
    throw cause;
  },
) {
  const inScope = (scope: StoreScope) =>
    db
      .selectFrom('webhooks')
      .selectAll('webhooks')
      .select((eb) => pendingDeliveries(eb.ref('webhooks.id')).as('pending'))
      .where(webhooksInScope(scope))
      .orderBy('webhooks.id');

  return {
    /** By id. */
    list(scope: StoreScope): Promise<WebhookHealth[]> {
      return inScope(scope).execute();
    },

    find(scope: StoreScope, id: number): Promise<WebhookHealth | undefined> {
      return inScope(scope).where('webhooks.id', '=', id).executeTakeFirst();
    },

    /** An event that it did not have begins at its position; the others go on where they are. False where there is none. */
    update(scope: StoreScope, id: number, { webhook, positions }: ChangedSubscription): Promise<boolean> {
      return inWriteTransaction(db, async (transaction) => {
        await lockWebhook(transaction, id);
        const { numUpdatedRows } = await transaction
          .updateTable('webhooks')
          .set(webhook)
          .where(webhooksInScope(scope))
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
     * Removes the webhook at once, then its deliveries with their log in portions; if that is stopped, pruning continues.
     * False where there is none.
     */
    async remove(scope: StoreScope, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('webhooks')
        .where(webhooksInScope(scope))
        .where('webhooks.id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await removeInBatches(db, (deliveries) => deliveries.where('webhook_id', '=', id)).catch(onUnswept);
      return true;
    },

    /** False, and nothing is done, where there is none, or where it has another secret by now. */
    async rotate(scope: StoreScope, id: number, { from, to, oldSecretUntil }: Rotation): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({
          sealed_secret: to,
          old_sealed_secret: oldSecretUntil === null ? null : from,
          old_secret_until: oldSecretUntil,
        })
        .where(webhooksInScope(scope))
        .where('webhooks.id', '=', id)
        .where('webhooks.sealed_secret', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

function pendingDeliveries(webhookId: Expression<number>) {
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
  /** The position in the feed of each of its events. */
  readonly positions: readonly {
    readonly event: WebhookEvent;
    readonly position: string;
    readonly seen_at: number;
  }[];
  /** Of one account. */
  readonly mostWebhooks: number;
  /** Null without an idempotency key. */
  readonly remember: Remembering | null;
}

/** What may be changed about a webhook, with the position in the feed of each of its events. */
export interface ChangedSubscription {
  readonly webhook: Pick<Insertable<WebhooksTable>, 'url' | 'events' | 'description'>;
  readonly positions: NewSubscription['positions'];
}

export interface Remembering {
  readonly name: IdempotencyName;
  readonly bodyHash: string;
  /** Answers until then, this moment included, are forgotten. */
  readonly forgottenUntil: number;
  readonly sealedAnswer: (webhook: StoredWebhook) => string;
}

export type WrittenSubscription =
  | { readonly kind: 'made'; readonly webhook: StoredWebhook }
  /** An earlier request had the same key; nothing was made. */
  | { readonly kind: 'answered'; readonly before: WebhookIdempotencyTable }
  | { readonly kind: 'full' };

/** Writes in one transaction: the webhook, its positions in the feeds, and the answer under its idempotency key. */
export function writeSubscription(
  db: StoreDb,
  { webhook, positions, mostWebhooks, remember }: NewSubscription,
): Promise<WrittenSubscription> {
  return inWriteTransaction(db, async (transaction): Promise<WrittenSubscription> => {
    await takeLock(transaction, `webhooks ${webhook.account_id}`);
    const answers = createIdempotencyRepository(transaction);
    const before = remember && (await answers.find(remember.name, remember.forgottenUntil));
    if (before) return { kind: 'answered', before };
    if ((await countWebhooks(transaction, webhook.account_id)) >= mostWebhooks) return { kind: 'full' };

    const made = getOnlyRow(await transaction.insertInto('webhooks').values(webhook).returningAll().execute());
    const rows = positions.map((position) => ({ webhook_id: made.id, ...position }));
    await transaction.insertInto('webhook_positions').values(rows).execute();
    if (remember) {
      await answers.removeUntil(remember.forgottenUntil);
      await answers.insert({
        ...remember.name,
        body_hash: remember.bodyHash,
        sealed_answer: remember.sealedAnswer(made),
        created_at: made.created_at,
      });
    }
    return { kind: 'made', webhook: made };
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

/** Answers to subscriptions, by user and the hash of the idempotency key. */
export function createIdempotencyRepository(db: StoreDb) {
  return {
    /** One that was made after `madeAfter`. */
    find(
      { account_id, user_id, key_hash }: IdempotencyName,
      madeAfter: number,
    ): Promise<WebhookIdempotencyTable | undefined> {
      return db
        .selectFrom('webhook_idempotency')
        .selectAll()
        .where(({ and }) => and({ account_id, user_id, key_hash }))
        .where('created_at', '>', madeAfter)
        .executeTakeFirst();
    },

    async insert(answer: WebhookIdempotencyTable): Promise<void> {
      await db.insertInto('webhook_idempotency').values(answer).execute();
    },

    /** Those of every account. */
    async removeUntil(instant: number): Promise<void> {
      await db.deleteFrom('webhook_idempotency').where('created_at', '<=', instant).execute();
    },
  };
}
