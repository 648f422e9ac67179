import { beforeEach, describe, expect, it } from 'vitest';
import type { StoreScope } from '../../../electron/store/scoped-queries.ts';
import {
  type DeliverySelection,
  findLoggedDelivery,
  readDeliveryLog,
} from '../../../electron/store/webhooks/delivery-log-queries.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { insertAttempt, insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';

const ALL = { accountId: 1, locationId: null };
const STRANGERS: readonly StoreScope[] = [
  { accountId: 2, locationId: null },
  { accountId: 1, locationId: 8 },
  { accountId: 2, locationId: 7 },
];
const FIRST_PAGE: DeliverySelection = { isNewestFirst: false, start: 0, limit: 100 };

const store = openPerTest(openTestStore);

let webhook: number;

let other: number;

beforeEach(async () => {
  webhook = (await insertWebhook(store.db, { location_id: 7 })).id;
  other = (await insertWebhook(store.db)).id;
});

describe('delivery log', () => {
  const idsOf = async (scope: StoreScope, id: number, selection: Partial<DeliverySelection> = {}) => {
    const { rows, total } = await readDeliveryLog(store.db, scope, id, { ...FIRST_PAGE, ...selection });
    return { ids: rows.map((row) => row.id), total };
  };

  it('has each delivery of one webhook with its attempts, oldest first', async () => {
    const first = await insertDelivery(store.db, webhook);
    const between = await insertDelivery(store.db, other);
    const second = await insertDelivery(store.db, webhook, { status: 'failed' });
    await insertAttempt(store.db, second.id, 3);
    await insertAttempt(store.db, first.id, 2);
    await insertAttempt(store.db, second.id, 2);
    const { rows, total } = await readDeliveryLog(store.db, ALL, webhook, FIRST_PAGE);
    expect(total).toBe(2);
    expect(rows.map(({ id, attempts }) => [id, attempts.map(({ number }) => number)])).toEqual([
      [first.id, [1, 2]],
      [second.id, [1, 2, 3]],
    ]);
    expect(rows.flatMap(({ attempts }) => attempts).every((attempt) => attempt.answer !== '')).toBe(true);
    expect(await idsOf(ALL, other)).toEqual({ ids: [between.id], total: 1 });
  });

  it('can be read page by page, by status, in both directions', async () => {
    for (let made = 0; made < 5; made += 1) {
      await insertDelivery(store.db, webhook, { status: made % 2 === 0 ? 'delivered' : 'failed' });
    }
    expect(await idsOf(ALL, webhook, { start: 1, limit: 2 })).toEqual({ ids: [2, 3], total: 5 });
    expect(await idsOf(ALL, webhook, { isNewestFirst: true, limit: 2 })).toEqual({ ids: [5, 4], total: 5 });
    expect(await idsOf(ALL, webhook, { status: 'failed' })).toEqual({ ids: [2, 4], total: 2 });
    expect(await idsOf(ALL, webhook, { status: 'pending' })).toEqual({ ids: [], total: 0 });
    expect(await idsOf(ALL, webhook, { start: 5 })).toEqual({ ids: [], total: 5 });
  });

  it('does not exist for another account, another lock or through another webhook', async () => {
    const { id } = await insertDelivery(store.db, webhook);
    for (const scope of STRANGERS) {
      expect(await idsOf(scope, webhook)).toEqual({ ids: [], total: 0 });
      expect(await findLoggedDelivery(store.db, scope, webhook, id)).toBeNull();
    }
    expect(await findLoggedDelivery(store.db, ALL, other, id)).toBeNull();
    expect(await findLoggedDelivery(store.db, ALL, webhook, id + 1)).toBeNull();
    expect(await findLoggedDelivery(store.db, { accountId: 1, locationId: 7 }, webhook, id)).toMatchObject({
      id,
      attempts: [{ number: 1 }],
    });
  });
});
