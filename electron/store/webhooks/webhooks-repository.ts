import { type Expression, expressionBuilder, type Kysely, type Selectable, type SqlBool } from 'kysely';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { UNHURRIED } from './delivery-portions.ts';
import { isQueued } from './delivery-queue.ts';
import { sweepRemovedWebhooks } from './removed-webhooks.ts';
import type { WebhooksTable } from './webhooks-schema.ts';

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
export function createWebhooksRepository(
  db: Kysely<StoreSchema>,
  onUnswept: (cause: unknown) => void = rethrow,
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

async function removeWebhook(db: Kysely<StoreSchema>, scope: StoreScope, id: number): Promise<boolean> {
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
