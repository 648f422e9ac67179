import type { Insertable, Kysely } from 'kysely';
import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import { onlyRow } from '../only-row.ts';
import type { StoreSchema } from '../schema.ts';
import { takeTurn } from '../take-turn.ts';
import { createIdempotencyRepository, type IdempotencyName } from './idempotency-repository.ts';
import type { StoredWebhook } from './webhooks-repository.ts';
import type { WebhookIdempotencyTable, WebhooksTable } from './webhooks-schema.ts';

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
  db: Kysely<StoreSchema>,
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

async function countWebhooks(db: Kysely<StoreSchema>, accountId: number): Promise<number> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .execute();
  return onlyRow(rows).count;
}
