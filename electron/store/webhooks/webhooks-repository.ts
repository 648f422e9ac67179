import { type Expression, expressionBuilder, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type StoreScope } from '../scoped-queries.ts';
import { inWriteTransaction, takeTurn } from '../transactions.ts';
import { isQueued, sweepRemovedWebhooks, UNHURRIED } from './delivery-queue.ts';
import type { WebhookIdempotencyTable, WebhooksTable } from './webhooks-schema.ts';

export type StoredWebhook = Selectable<WebhooksTable>;

/** A webhook with the deliveries that wait for an attempt counted. */
export interface WebhookHealth extends StoredWebhook {
  readonly pending: number;
}

export interface Rotation {
  /** The sealed secret of now. */
  readonly from: string;
  readonly to: string;
  /** Until then the secret of now signs as well; null for not at all. */
  readonly oldSecretUntil: number | null;
}

/** Of the account; where the scope has a location, those that were subscribed with the same lock. */
export function webhooksInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhooks'>();
  const isOfAccount = eb('webhooks.account_id', '=', scope.accountId);
  if (scope.locationId === null) return isOfAccount;
  return eb.and([isOfAccount, eb('webhooks.location_id', '=', scope.locationId)]);
}

/**
 * Webhooks as somebody sees them. They are made by subscription-writer.ts, and their deliveries by the outbox.
 * `onUnswept` is told why a removed one left deliveries behind; without it, who removes is.
 */
export function createWebhooksRepository(db: StoreDb, onUnswept: (cause: unknown) => void = rethrow) {
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

    /**
     * At once for everybody; then its deliveries with their log go in portions, which pruning takes up where it is
     * broken off. False where there is none.
     */
    async remove(scope: StoreScope, id: number): Promise<boolean> {
      const isRemoved = await inWriteTransaction(db, (transaction) => removeWebhook(transaction, scope, id));
      if (isRemoved) await sweepRemovedWebhooks(db, UNHURRIED).catch(onUnswept);
      return isRemoved;
    },

    /** False, and nothing done, where there is none, or where it has another secret by now. */
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

function rethrow(cause: unknown): never {
  throw cause;
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

async function removeWebhook(db: StoreDb, scope: StoreScope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where(webhooksInScope(scope))
    .where('webhooks.id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await db.insertInto('removed_webhooks').values({ webhook_id: id }).execute();
  return true;
}

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
  /** Where each of its events begins. */
  readonly positions: readonly {
    readonly event: WebhookEvent;
    readonly position: string;
    readonly seen_at: number;
  }[];
  /** The webhooks that an account may have. */
  readonly mostWebhooks: number;
  /** Null without an idempotency key. */
  readonly remember: Remembering | null;
}

export interface Remembering {
  readonly name: IdempotencyName;
  readonly bodyHash: string;
  /** Answers of before, this moment included, are forgotten. */
  readonly forgottenUntil: number;
  readonly sealedAnswer: (webhook: StoredWebhook) => string;
}

export type WrittenSubscription =
  | { readonly kind: 'made'; readonly webhook: StoredWebhook }
  /** Somebody was quicker with the same key; nothing was made. */
  | { readonly kind: 'answered'; readonly before: WebhookIdempotencyTable }
  | { readonly kind: 'full' };

/** In one transaction: the webhook, where it begins in the feeds, and the answer that its key gets from now on. */
export function writeSubscription(
  db: StoreDb,
  { webhook, positions, mostWebhooks, remember }: NewSubscription,
): Promise<WrittenSubscription> {
  return inWriteTransaction(db, async (transaction): Promise<WrittenSubscription> => {
    await takeTurn(transaction, `webhooks ${webhook.account_id}`);
    const answers = createIdempotencyRepository(transaction);
    const before = remember && (await answers.find(remember.name, remember.forgottenUntil));
    if (before) return { kind: 'answered', before };
    if ((await countWebhooks(transaction, webhook.account_id)) >= mostWebhooks) return { kind: 'full' };

    const made = onlyRow(await transaction.insertInto('webhooks').values(webhook).returningAll().execute());
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
  return onlyRow(rows).count;
}

export type IdempotencyName = Pick<WebhookIdempotencyTable, 'account_id' | 'user_id' | 'key_hash'>;

/** What subscriptions were answered, by who asked and the hash of the key. */
export function createIdempotencyRepository(db: StoreDb) {
  return {
    /** One that was made after `madeAfter`. */
    find(name: IdempotencyName, madeAfter: number): Promise<WebhookIdempotencyTable | undefined> {
      return db
        .selectFrom('webhook_idempotency')
        .selectAll()
        .where('account_id', '=', name.account_id)
        .where('user_id', '=', name.user_id)
        .where('key_hash', '=', name.key_hash)
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
