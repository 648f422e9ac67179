import { describe, expect, it } from 'vitest';
import {
  type NewSubscription,
  type StoredResponseOptions,
  writeSubscription,
} from '../../../electron/store/webhooks/webhooks-repository.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { createWebhookRow } from '../../support/webhook-rows.ts';

const POSITIONS = [
  { event: 'order.updated', position: 'v3', seen_at: 900 },
  { event: 'product.updated', position: 'v5', seen_at: 900 },
] as const;

const store = openPerTest(openTestStore);

describe('writing a subscription', () => {
  const remember = (given: Partial<StoredResponseOptions> = {}): StoredResponseOptions => ({
    name: { account_id: 1, user_id: 31, key_hash: 'key' },
    bodyHash: 'body',
    expiredUntil: 0,
    sealResponse: ({ id }) => `v1.answer ${id}`,
    ...given,
  });
  const write = (given: Partial<NewSubscription> = {}) =>
    writeSubscription(store.db, {
      webhook: createWebhookRow(),
      positions: POSITIONS,
      maxWebhooks: 3,
      idempotency: null,
      ...given,
    });
  const countOf = async (table: 'webhooks' | 'webhook_positions' | 'webhook_idempotency') =>
    (await store.db.selectFrom(table).selectAll().execute()).length;

  it('stores the webhook with the start position of each event', async () => {
    const written = await write();
    expect(written).toMatchObject({ kind: 'made', webhook: { id: 1, disabled_reason: null } });
    expect(await store.db.selectFrom('webhook_positions').selectAll().execute()).toEqual(
      POSITIONS.map((position) => ({ webhook_id: 1, ...position })),
    );
  });

  it('repeats the answer for the same key, and creates nothing', async () => {
    await write({ idempotency: remember() });
    expect(await write({ idempotency: remember() })).toEqual({
      kind: 'answered',
      before: {
        account_id: 1,
        user_id: 31,
        key_hash: 'key',
        body_hash: 'body',
        sealed_answer: 'v1.answer 1',
        created_at: 1_000,
      },
    });
    expect([await countOf('webhooks'), await countOf('webhook_positions')]).toEqual([1, 2]);
  });

  it('treats the key of another user or account, or an expired one, as new', async () => {
    await write({ idempotency: remember() });
    const name = { account_id: 1, user_id: 31, key_hash: 'key' };
    const others = [
      { ...name, user_id: 32 },
      { ...name, key_hash: 'other' },
    ].map((of) => ({ name: of }));
    for (const other of others) expect((await write({ idempotency: remember(other) })).kind).toBe('made');
    const elsewhere = { name: { ...name, account_id: 2 } };
    const webhook = createWebhookRow({ account_id: 2 });
    expect((await write({ webhook, idempotency: remember(elsewhere) })).kind).toBe('made');
  });

  it('removes old answers', async () => {
    await write({ idempotency: remember() });
    const later = { webhook: createWebhookRow({ created_at: 2_000 }), idempotency: remember({ expiredUntil: 1_000 }) };
    expect(await write(later)).toMatchObject({ kind: 'made', webhook: { id: 2 } });
    const stored = await store.db.selectFrom('webhook_idempotency').select('sealed_answer').execute();
    expect(stored).toEqual([{ sealed_answer: 'v1.answer 2' }]);
  });

  it('creates no more than the limit of an account, and repeats an answer even then', async () => {
    await write({ idempotency: remember() });
    await write();
    await write();
    expect(await write()).toEqual({ kind: 'full' });
    expect((await write({ idempotency: remember() })).kind).toBe('answered');
    expect((await write({ webhook: createWebhookRow({ account_id: 2 }) })).kind).toBe('made');
    expect(await countOf('webhooks')).toBe(4);
  });

  it('is atomic', async () => {
    const sealResponse = () => {
      throw new Error('cannot be sealed');
    };
    await expect(write({ idempotency: remember({ sealResponse }) })).rejects.toThrow('cannot be sealed');
    for (const table of ['webhooks', 'webhook_positions', 'webhook_idempotency'] as const) {
      expect(await countOf(table)).toBe(0);
    }
  });
});
