import { beforeEach, describe, expect, it } from 'vitest';
import type { StoreScope } from '../../../electron/store/scoped-queries.ts';
import {
  type DeliverySelection,
  findLoggedDelivery,
  readDeliveryLog,
} from '../../../electron/store/webhooks/delivery-log-queries.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';

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
  it('does not exist for another account, another lock or through another webhook', async () => {
    const { id } = await insertDelivery(store.db, webhook);
    for (const scope of STRANGERS) {
      expect(await readDeliveryLog(store.db, scope, webhook, FIRST_PAGE)).toEqual({ rows: [], total: 0 });
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
