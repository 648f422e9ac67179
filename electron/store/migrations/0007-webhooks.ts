import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds webhooks, their feed positions, deliveries with their attempts, and answers by idempotency key. */
export const webhooks: Migration = {
  async up(db) {
    await createWebhooks(db);
    await createDeliveries(db);
    await createAttempts(db);
    await db.schema
      .createTable('webhook_idempotency')
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('key_hash', 'text', (c) => c.notNull())
      .addColumn('body_hash', 'text', (c) => c.notNull())
      .addColumn('sealed_answer', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('webhook_idempotency_by_key', ['account_id', 'user_id', 'key_hash'])
      .execute();
    await db.schema.createIndex('webhook_idempotency_by_time').on('webhook_idempotency').column('created_at').execute();
  },
};

type Schema = Kysely<unknown>;

async function createWebhooks(db: Schema): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('location_id', 'integer')
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sealed_secret', 'text', (c) => c.notNull())
    .addColumn('old_sealed_secret', 'text')
    .addColumn('old_secret_until', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('last_success_at', 'bigint')
    .addColumn('last_success_attempt', 'integer')
    .execute();
  await db.schema.createIndex('webhooks_by_account').on('webhooks').columns(['account_id', 'id']).execute();
  await db.schema
    .createTable('webhook_positions')
    .addColumn('webhook_id', 'integer', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_positions_by_webhook', ['webhook_id', 'event'])
    .execute();
}

/**
 * A delivery outlives its webhook until it is pruned, so it has no foreign key. The body is the last column, so that
 * queries without it need not read its pages.
 */
async function createDeliveries(db: Schema): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('webhook_id', 'integer', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('event_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('replay_of', 'integer')
    .addColumn('ended_at', 'bigint')
    .addColumn('schedule_start', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('body', 'text', (c) => c.notNull())
    .execute();
  await indexDeliveries(db);
}

async function indexDeliveries(db: Schema): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`webhook_deliveries_${name}`).on('webhook_deliveries');
  await index('by_webhook').columns(['webhook_id', 'id']).execute();
  await index('by_status').columns(['webhook_id', 'status', 'id']).execute();
  await index('by_end').columns(['webhook_id', 'ended_at']).execute();
  await index('due')
    .columns(['webhook_id', 'next_attempt_at'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute();
  await index('pending').column('next_attempt_at').where(sql.ref('next_attempt_at'), 'is not', null).execute();
  await index('leased').column('leased_until').where(sql.ref('leased_until'), 'is not', null).execute();
}

async function createAttempts(db: Schema): Promise<void> {
  await db.schema
    .createTable('webhook_attempts')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('delivery_id', 'integer', (c) => c.notNull().references('webhook_deliveries.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('failure', 'text')
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('webhook_attempts_by_delivery')
    .on('webhook_attempts')
    .columns(['delivery_id', 'number'])
    .execute();
}
