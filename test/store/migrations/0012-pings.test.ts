import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createRequestedDeliveries } from '../../../electron/store/webhooks/requested-deliveries.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';
import { newDelivery } from '../webhooks/open-outbox.ts';
import { storeBefore } from './store-before.ts';

const NOW = 1_000_000;

describe('migration 0012-pings', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0012-pings');
    return () => db.destroy();
  });

  it('counts earlier pings, but no replay of one', async () => {
    const { id } = await insertWebhook(db);
    const first = await insertDelivery(db, id, { kind: 'ping', created_at: NOW - 5 });
    await insertDelivery(db, id, { kind: 'ping', created_at: NOW - 4, replay_of: first.id });
    await migrateStore(db, migrations);
    const ping = { ...newDelivery(NOW), kind: 'ping' } as const;
    const rate = { max: 2, windowMs: 60_000 };
    const { addPing } = createRequestedDeliveries(db);
    expect(await addPing(id, ping, rate)).toMatchObject({ id: expect.any(Number) });
    expect(await addPing(id, ping, rate)).toEqual({ oldestAt: NOW - 5 });
  });
});
