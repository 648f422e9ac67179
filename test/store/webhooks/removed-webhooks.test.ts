import { describe, expect, it } from 'vitest';
import { openPerTest } from '../../support/test-scope.ts';
import { insertDelivery } from '../../support/webhook-rows.ts';
import { attempt, LEASE, NOW, newDelivery, openOutbox } from './open-outbox.ts';

const NOTHING_ELSE = { now: NOW, endedBefore: 0, maxEnded: 999, answeredUntil: 0, pingedUntil: 0 };

const at = openPerTest(openOutbox);

describe('a removed webhook', () => {
  /** As if the process ended between the removal and the sweep. */
  const removeAlone = () => at.db.deleteFrom('webhooks').where('id', '=', at.webhookId).execute();
  const leftOf = async (table: 'webhook_deliveries' | 'webhook_attempts') =>
    (await at.db.selectFrom(table).selectAll().execute()).length;

  it('is neither leased nor settled, and gets no further delivery', async () => {
    const ping = await at.add(NOW, { kind: 'ping' });
    await at.add(NOW);
    const underWay = await at.leased();
    await at.add(NOW);
    await removeAlone();
    expect([await at.lease(), await at.outbox.leaseOne(ping, NOW, NOW + LEASE)]).toEqual([null, null]);
    expect(await at.outbox.listDue(NOW)).toEqual([]);
    await at.outbox.settle(underWay, attempt(NOW, 204), { kind: 'delivered' });
    expect(await leftOf('webhook_attempts')).toBe(0);
    const rate = { max: 6, windowMs: 60_000 };
    await expect(at.requests.addPing(at.webhookId, newDelivery(NOW), rate)).rejects.toThrow('was removed');
    expect(await at.put('a', 'b')).toBe(false);
  });

  it('is completely removed by pruning after a crash, and no other webhook is', async () => {
    const other = await createOther();
    for (let n = 0; n < 250; n += 1) await insertDelivery(at.db, at.webhookId);
    await removeAlone();
    let queue = 0;
    await at.outbox.prune(NOTHING_ELSE, () => ++queue < 2);
    expect(await leftOf('webhook_deliveries')).toBeGreaterThan(1);
    await at.outbox.prune(NOTHING_ELSE);
    expect([await leftOf('webhook_deliveries'), await leftOf('webhook_attempts')]).toEqual([1, 1]);
    expect(await at.db.selectFrom('webhook_deliveries').select('webhook_id').execute()).toEqual([
      { webhook_id: other },
    ]);
  });

  async function createOther(): Promise<number> {
    const { id: _, ...row } = await at.webhook();
    const { id } = await at.db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow();
    await insertDelivery(at.db, id);
    return id;
  }
});
