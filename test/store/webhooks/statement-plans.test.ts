import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import {
  NodeSqliteDatabase,
  setPragmas,
  TransactionalSqliteDialect,
} from '../../../electron/store/dialects/sqlite-connection.ts';
import { setTime } from '../../../electron/store/dialects/triggers.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import {
  findLoggedDelivery,
  readDeliveryLog,
  readOutboxBacklog,
} from '../../../electron/store/webhooks/delivery-log-queries.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createWebhooksRepository } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { insertDelivery } from '../../support/webhook-rows.ts';
import { attempt, insertWebhook, newDelivery } from './open-outbox.ts';

const NOW = 1_000_000;
const ALL = { accountId: 1, locationId: null };
const KEPT = { now: NOW, endedBefore: NOW, mostEnded: 5, answeredUntil: NOW, pingedUntil: NOW };

/** A partial index of what waits holds some rows of many thousand: to walk all of it is no scan of the table. */
const IS_OF_THE_FEW = /USING (COVERING )?INDEX webhook_deliveries_(pending|leased|due)/;

it('no webhook statement scans all deliveries or attempts', async () => {
  const { db, texts, planOf } = await openRecordingStore();
  const [first, second] = [await insertWebhook(db), await insertWebhook(db)];
  for (let n = 0; n < 20; n += 1) await insertDelivery(db, first, { ended_at: n });
  texts.clear();
  await runAll(db, first, second);

  const scans = [...texts].flatMap((text) =>
    planOf(text)
      .filter((detail) => /SCAN webhook_(deliveries|attempts|idempotency)/.test(detail))
      .filter((detail) => !IS_OF_THE_FEW.test(detail))
      .map((detail) => ({ detail, text })),
  );
  expect(scans).toEqual([]);
  expect([...texts].filter((text) => text.includes('webhook_deliveries')).length).toBeGreaterThan(20);
  await db.destroy();
});

async function runAll(db: Kysely<StoreSchema>, first: number, second: number): Promise<void> {
  const outbox = createOutbox(db);
  const webhooks = createWebhooksRepository(db);
  await outbox.releaseLeases(NOW);
  await outbox.bound(NOW);
  await outbox.shift(1);
  const id = await outbox.add(first, newDelivery(NOW), NOW);
  await outbox.spread(NOW, () => NOW);
  await outbox.countPending(first);
  await readOutboxBacklog(db);
  await outbox.nextDueAt(first);
  const failing = await outbox.lease(first, NOW, NOW + 1);
  if (!failing) throw new Error('nothing was due');
  await outbox.settle(failing, attempt(NOW, 500), { kind: 'again', nextAttemptAt: NOW });
  await outbox.hasSucceededSince(failing);
  await outbox.release(failing);
  const again = await outbox.leaseOne(id, NOW, NOW + 1);
  if (again) await outbox.settle(again, attempt(NOW, 204), { kind: 'delivered' });
  for (const isNewestFirst of [true, false]) {
    const page = { isNewestFirst, start: 9, limit: 5 };
    await readDeliveryLog(db, ALL, first, page);
    await readDeliveryLog(db, ALL, first, { ...page, status: 'delivered' });
  }
  await findLoggedDelivery(db, ALL, first, id);
  const replay = { ...newDelivery(NOW), replayOf: id };
  const rate = { most: 1, windowMs: 60_000 };
  await outbox.addReplay(first, replay, rate);
  expect(await outbox.addReplay(first, replay, rate)).toMatchObject({ kind: 'pending' });
  expect(await outbox.addReplay(first, { ...replay, replayOf: 1 }, rate)).toMatchObject({ kind: 'full' });
  await webhooks.list(ALL);
  await createActiveWebhooks(db).disable(second, 'gone', NOW);
  await outbox.revive(second, NOW);
  await outbox.prune(KEPT);
  await webhooks.remove(ALL, first);
}

/** A store that notes the texts of all statements, and can be asked how it carries them out. */
async function openRecordingStore() {
  const connection = new DatabaseSync(':memory:');
  setPragmas(connection);
  setTime(connection, { now: () => NOW });
  const texts = new Set<string>();
  const db = new Kysely<StoreSchema>({
    dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
    log: ({ query }) => void texts.add(query.sql),
  });
  await migrateStore(db, migrations);
  const planOf = (text: string) =>
    connection
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail));
  return { db, texts, planOf };
}
