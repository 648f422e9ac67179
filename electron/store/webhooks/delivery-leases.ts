import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { byDialect } from '../dialects/by-dialect.ts';
import { isSharedStore } from '../dialects/is-shared-store.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { isQueued } from './delivery-queue.ts';
import type { GroupedWrite } from './grouped-writes.ts';
import type { LeasedDelivery, Outbox } from './outbox.ts';
import { hasWebhook } from './removed-webhooks.ts';
import { endUnmadePings } from './unmade-pings.ts';

type Db = Kysely<StoreSchema>;
type DeliveryLeases = Pick<
  Outbox,
  'lease' | 'leaseOne' | 'nextDueAt' | 'waiting' | 'release' | 'releaseLeases'
>;

const LEASED = [
  'id',
  'webhook_id as webhookId',
  'message_id as messageId',
  'body',
  'created_at as createdAt',
  'replay_of as replayOf',
  'schedule_start as scheduleStart',
] as const;

/** When a delivery may be leased. */
const FREE_AT = byDialect<number>({
  sqlite: sql`max(next_attempt_at, coalesce(leased_until, 0))`,
  postgres: sql`greatest(next_attempt_at, leased_until)`,
});

export function createDeliveryLeases(db: Db, grouped: GroupedWrite): DeliveryLeases {
  const isShared = isSharedStore(db);

  return {
    lease(webhookId, now, leasedUntil) {
      const first = db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', '<=', now)
        .where(isFree(now))
        .where(isQueued())
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        // What another instance is about to lease is not waited for.
        .$if(isShared, (query) => query.forUpdate().skipLocked());
      return grouped((transaction) => leaseWhere(transaction, (eb) => eb('id', '=', first), leasedUntil));
    },

    leaseOne(deliveryId, now, leasedUntil) {
      return leaseWhere(
        db,
        (eb) => eb.and([eb('id', '=', deliveryId), eb('next_attempt_at', 'is not', null), isFree(now)]),
        leasedUntil,
      );
    },

    async nextDueAt(webhookId) {
      const { dueAt } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.min<number | null>(FREE_AT).as('dueAt'))
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', 'is not', null)
        .where(isQueued())
        .executeTakeFirstOrThrow();
      return dueAt;
    },

    async waiting(now) {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('webhook_id as webhookId')
        .distinct()
        .where('next_attempt_at', '<=', now)
        .where(isFree(now))
        .where(isQueued())
        .execute();
      return rows.map(({ webhookId }) => webhookId);
    },

    async release({ id, leasedUntil }) {
      await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: null })
        .where('id', '=', id)
        .where('leased_until', '=', leasedUntil)
        .execute();
    },

    async releaseLeases(now) {
      if (isShared) return;
      await inWriteTransaction(db, async (transaction) => {
        await transaction
          .updateTable('webhook_deliveries')
          .set({ leased_until: null })
          .where('leased_until', 'is not', null)
          .execute();
        await endUnmadePings(transaction, now, Number.MAX_SAFE_INTEGER);
      });
    },
  };
}

const builder = () => expressionBuilder<StoreSchema, 'webhook_deliveries'>();

function isFree(now: number): Expression<SqlBool> {
  const eb = builder();
  return eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);
}

async function leaseWhere(
  db: Db,
  condition: (eb: ReturnType<typeof builder>) => Expression<SqlBool>,
  leasedUntil: number,
): Promise<LeasedDelivery | null> {
  const leased = await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: leasedUntil })
    .where(condition(builder()))
    .where(hasWebhook())
    .returning(LEASED)
    .returning(isQueued().as('isQueued'))
    .returning((eb) =>
      eb
        .selectFrom('webhook_attempts')
        .select(({ fn }) => fn.countAll<number>().as('attempts'))
        .whereRef('delivery_id', '=', 'webhook_deliveries.id')
        .$asScalar()
        .$notNull()
        .as('attempts'),
    )
    .executeTakeFirst();
  return leased ? { ...leased, isQueued: leased.isQueued === 1, leasedUntil } : null;
}
