import { type Kysely, sql } from 'kysely';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { isQueued } from './delivery-queue.ts';
import type { Outbox } from './outbox.ts';

/** Moves the moments at which deliveries are due. */
export function createDeliveryTimes(db: Kysely<StoreSchema>): Pick<Outbox, 'spread' | 'shift' | 'bound'> {
  return {
    spread: (now, later) =>
      inWriteTransaction(db, async (transaction) => {
        const overdue = await transaction
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('next_attempt_at', '<=', now)
          .where(isQueued())
          .execute();
        for (const { id } of overdue) {
          await transaction
            .updateTable('webhook_deliveries')
            .set({ next_attempt_at: later() })
            .where('id', '=', id)
            .execute();
        }
      }),

    async bound(latest) {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: latest })
        .where('next_attempt_at', '>', latest)
        .execute();
    },

    async shift(byMs) {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: sql`next_attempt_at + ${byMs}` })
        .where('next_attempt_at', 'is not', null)
        .execute();
    },
  };
}
