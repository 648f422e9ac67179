import { describe, expect, it } from 'vitest';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox, insertDelivery } from '../../../electron/store/webhooks/outbox.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { insertWebhook, newDelivery } from './open-outbox.ts';

const store = openPerTest(openTestStore);

describe('active webhooks', () => {
  it('are listed by id; a disabled one can still be found, a removed one cannot', async () => {
    const webhooks = createActiveWebhooks(store.db);
    const [first, second] = [await insertWebhook(store.db), await insertWebhook(store.db)];
    await webhooks.disable(first, 'rights_changed', 50);
    expect((await webhooks.listActive()).map(({ id }) => id)).toEqual([second]);
    expect(await webhooks.findForDelivery(first)).toEqual({
      id: first,
      accountId: 1,
      userId: 2,
      locationId: null,
      url: 'https://receiver.example/',
      events: ['order.updated', 'product.updated'],
      sealedSecret: 'sealed',
      oldSealedSecret: null,
      oldSecretUntil: null,
      disabledReason: 'rights_changed',
    });
    expect(await webhooks.findForDelivery(99)).toBeNull();
  });

  it('abandon pending deliveries when they are disabled, and keep the first reason', async () => {
    const webhooks = createActiveWebhooks(store.db);
    const [id, other] = [await insertWebhook(store.db), await insertWebhook(store.db)];
    const outbox = createOutbox(store.db);
    for (const webhookId of [id, other]) await insertDelivery(store.db, webhookId, newDelivery(10));
    await webhooks.disable(id, 'rights_changed', 50);
    await webhooks.disable(id, 'gone', 60);
    expect(
      await store.db.selectFrom('webhooks').select(['disabled_reason', 'disabled_at']).orderBy('id').execute(),
    ).toEqual([
      { disabled_reason: 'rights_changed', disabled_at: 50 },
      { disabled_reason: null, disabled_at: null },
    ]);
    expect([await outbox.countPending(id), await outbox.countPending(other)]).toEqual([0, 1]);
  });

  it('keep pending deliveries when they are paused, and send none until they are enabled', async () => {
    const id = await insertWebhook(store.db);
    const outbox = createOutbox(store.db);
    const webhooks = createActiveWebhooks(store.db);
    await insertDelivery(store.db, id, newDelivery(10));
    await webhooks.disable(id, 'paused', 50);
    expect(await outbox.countPending(id)).toBe(1);
    expect([await outbox.leaseFirst([id], 60, 90), await outbox.readNextDueAt(0), await outbox.listDue(60)]).toEqual([
      [],
      null,
      [],
    ]);
    await webhooks.reenable(id, 70);
    expect(await outbox.readNextDueAt(60)).toBe(70);
    expect(await outbox.leaseFirst([id], 70, 90)).toMatchObject([{ webhookId: id }]);
  });
});
