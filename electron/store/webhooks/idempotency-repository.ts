import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { WebhookIdempotencyTable } from './webhooks-schema.ts';

export type IdempotencyName = Pick<WebhookIdempotencyTable, 'account_id' | 'user_id' | 'key_hash'>;

/** What subscriptions were answered, by who asked and the hash of the key. */
export function createIdempotencyRepository(db: Kysely<StoreSchema>) {
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
