import { type Kysely, sql } from 'kysely';
import { isSharedStore } from '../dialects/is-shared-store.ts';
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
        // In one order, for another instance may do the same now, or have brought one of them meanwhile.
        for (const { id } of overdue.toSorted((one, other) => one.id - other.id)) {
          await transaction
            .updateTable('webhook_deliveries')
            .set({ next_attempt_at: later() })
            .where('id', '=', id)
            .where('next_attempt_at', '<=', now)
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
      // The clock of one instance says nothing of the moments that others wrote.
      if (isSharedStore(db)) return;
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: sql`next_attempt_at + ${byMs}` })
        .where('next_attempt_at', 'is not', null)
        .execute();
    },
  };
}
