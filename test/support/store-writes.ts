import { createTokensRepository } from '../../electron/store/accounts/tokens-repository.ts';
import { changePrices, moveStock } from '../../electron/store/catalog/catalog-writer.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { insertOrders } from '../../electron/store/orders/order-writer.ts';
import {
  createOutbox,
  type FeedPosition,
  type LeasedDelivery,
  type Outbox,
} from '../../electron/store/webhooks/outbox.ts';
import { createFurtherOrder } from './copied-order.ts';
import { ACCOUNT, LOCATION, ORDER, PRODUCT, USER } from './shop-fixture.ts';
import { insertWebhook } from './webhook-rows.ts';

/** A write of the program that is stored completely or not at all. `number` differs for each call. */
export interface StoreWrite {
  readonly name: string;
  write(number: number): Promise<unknown>;
}

const PRICE_OF_CAFE = 2_001;
const LEASE_MS = 30_000;
const TOKEN_MS = 1_800_000;

/** Creates the program's own writes in the fixture shop. They must be done in this order, and can then be repeated. */
export async function createStoreWrites({ db }: Pick<Store, 'db'>): Promise<readonly StoreWrite[]> {
  const account_id = ACCOUNT.alpha;
  const { id: webhookId } = await insertWebhook(db);
  await db
    .insertInto('webhook_positions')
    .values({ webhook_id: webhookId, event: 'order.updated', position: formatPosition(0), seen_at: 0 })
    .execute();
  const outbox = createOutbox(db);
  const tokens = createTokensRepository(db);
  let leased: LeasedDelivery | null = null;

  return [
    { name: 'an order', write: (number) => insertOrders(db, [createFurtherOrder(ORDER.saleWithTip, number)]) },
    {
      name: 'a price',
      write: (number) => changePrices(db, account_id, [{ id: PRICE_OF_CAFE, ppu: number, ppu_wt: number }]),
    },
    {
      name: 'a movement of stock',
      write: () => moveStock(db, account_id, [{ product_id: PRODUCT.cafe, location_id: LOCATION.utrecht, by: 1_000 }]),
    },
    { name: 'a delivery', write: (number) => putDelivery(outbox, webhookId, number) },
    {
      name: 'the lease of a delivery',
      write: async (number) => {
        leased = (await outbox.leaseFirst([webhookId], number, number + LEASE_MS))[0] ?? null;
      },
    },
    { name: 'an attempt', write: (number) => settleAttempt(outbox, leased, number) },
    {
      name: 'a token',
      write: (number) =>
        tokens.issue(
          {
            ...{ account_id, user_id: USER.accountant, token_hash: `hash ${number}` },
            ...{ issued_at: number * TOKEN_MS, expires_at: (number + 1) * TOKEN_MS, sealed_grant: null },
          },
          2,
        ),
    },
  ];
}

/** As text that sorts like its number. In this test the body of a delivery is the position after it. */
function formatPosition(number: number): string {
  return String(number).padStart(9, '0');
}

async function putDelivery(outbox: Outbox, webhookId: number, number: number): Promise<void> {
  const from = (await outbox.readPositions(webhookId))[0];
  if (from === undefined) throw new Error('the webhook has no position');
  const to: FeedPosition = { ...from, position: formatPosition(number), seenAt: number };
  const delivery = {
    ...({ messageId: `msg_${number}`, kind: 'batch', body: to.position } as const),
    ...{ eventCount: 1, createdAt: number, replayOf: null },
  };
  const isPut = await outbox.put({ from, to, delivery });
  if (!isPut) throw new Error('the delivery was not put');
}

async function settleAttempt(outbox: Outbox, leased: LeasedDelivery | null, at: number): Promise<void> {
  if (leased === null) throw new Error('there is no delivery to attempt');
  const attempt = { at, status: 204, failure: null, durationMs: 1, answer: '' };
  await outbox.settle(leased, attempt, { kind: 'delivered' });
}
