import { beforeEach, describe, expect, it } from 'vitest';
import { createWebhooksRepository } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';

const ALL = { accountId: 1, locationId: null };
const LOCKED_SCOPE = { accountId: 1, locationId: 7 };
const OTHER_LOCK = { accountId: 1, locationId: 8 };
const OTHER_ACCOUNT = { accountId: 2, locationId: null };
const SAME_LOCATION_ELSEWHERE = { accountId: 2, locationId: 7 };

const store = openPerTest(openTestStore);

const webhooks = openPerTest(() => createWebhooksRepository(store.db));

let open: number;

let locked: number;

beforeEach(async () => {
  open = (await insertWebhook(store.db)).id;
  locked = (await insertWebhook(store.db, { location_id: 7 })).id;
});

describe('webhooks repository', () => {
  const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id);

  it('lists all of the account by id, or those of the same lock', async () => {
    expect(ids(await webhooks.list(ALL))).toEqual([open, locked]);
    expect(ids(await webhooks.list(LOCKED_SCOPE))).toEqual([locked]);
    for (const scope of [OTHER_LOCK, OTHER_ACCOUNT, SAME_LOCATION_ELSEWHERE]) {
      expect(await webhooks.list(scope)).toEqual([]);
    }
  });

  it('finds, removes and rotates nothing outside the scope', async () => {
    const rotation = { from: 'v1.first', to: 'v1.second', oldSecretUntil: 9 };
    for (const scope of [OTHER_LOCK, OTHER_ACCOUNT, SAME_LOCATION_ELSEWHERE]) {
      expect(await webhooks.find(scope, locked)).toBeUndefined();
      expect(await webhooks.rotate(scope, locked, rotation)).toBe(false);
      expect(await webhooks.remove(scope, locked)).toBe(false);
    }
    expect(await webhooks.find(LOCKED_SCOPE, open)).toBeUndefined();
    expect(await webhooks.remove(LOCKED_SCOPE, open)).toBe(false);
    expect(await webhooks.find(LOCKED_SCOPE, locked)).toMatchObject({ id: locked, sealed_secret: 'v1.first' });
  });

  it('counts the pending deliveries of each', async () => {
    await insertDelivery(store.db, open);
    await insertDelivery(store.db, open, { status: 'pending', next_attempt_at: 9 });
    await insertDelivery(store.db, open, { status: 'pending', next_attempt_at: 9 });
    await insertDelivery(store.db, locked, { status: 'failed' });
    expect((await webhooks.list(ALL)).map(({ pending }) => pending)).toEqual([2, 0]);
  });

  it('removes one with its deliveries, attempts and positions, and never reuses its id', async () => {
    await insertDelivery(store.db, locked);
    await store.db
      .insertInto('webhook_positions')
      .values({ webhook_id: locked, event: 'order.updated', position: 'v1', seen_at: 1 })
      .execute();
    expect(await webhooks.remove(LOCKED_SCOPE, locked)).toBe(true);
    for (const table of ['webhook_deliveries', 'webhook_attempts', 'webhook_positions'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect((await insertWebhook(store.db)).id).toBeGreaterThan(locked);
    expect(await webhooks.remove(LOCKED_SCOPE, locked)).toBe(false);
  });

  it('rotates only from the secret that was read, and keeps the old one as long as it signs', async () => {
    const rotation = { from: 'v1.first', to: 'v1.second', oldSecretUntil: 100 };
    expect(await webhooks.rotate(ALL, open, rotation)).toBe(true);
    expect(await webhooks.rotate(ALL, open, { ...rotation, to: 'v1.third' })).toBe(false);
    expect(await webhooks.find(ALL, open)).toMatchObject({
      sealed_secret: 'v1.second',
      old_sealed_secret: 'v1.first',
      old_secret_until: 100,
    });
    expect(await webhooks.find(ALL, locked)).toMatchObject({ sealed_secret: 'v1.first' });
    const last = { from: 'v1.second', to: 'v1.third', oldSecretUntil: null };
    expect(await webhooks.rotate(ALL, open, last)).toBe(true);
    expect(await webhooks.find(ALL, open)).toMatchObject({
      sealed_secret: 'v1.third',
      old_sealed_secret: null,
      old_secret_until: null,
    });
  });
});
