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
import { furtherOrder } from './copied-order.ts';
import { ACCOUNT, LOCATION, ORDER, PRODUCT, USER } from './shop-fixture.ts';
import { insertWebhook } from './webhook-rows.ts';

/** A write of the program that is there whole or not at all; `number` is another one at each call. */
export interface StoreWrite {
  readonly name: string;
  write(number: number): Promise<unknown>;
}

const PRICE_OF_CAFE = 2_001;
const LEASE_MS = 30_000;
const TOKEN_MS = 1_800_000;

/** What the program writes by itself, in the fixture shop: they have to be done in this order, and then again. */
export async function createStoreWrites({ db }: Pick<Store, 'db'>): Promise<readonly StoreWrite[]> {
  const account_id = ACCOUNT.alpha;
  const { id: webhookId } = await insertWebhook(db);
  await db
    .insertInto('webhook_positions')
    .values({ webhook_id: webhookId, event: 'order.updated', position: positionAfter(0), seen_at: 0 })
    .execute();
  const outbox = createOutbox(db);
  const tokens = createTokensRepository(db);
  let leased: LeasedDelivery | null = null;

  return [
    { name: 'an order', write: (number) => insertOrders(db, [furtherOrder(ORDER.saleWithTip, number)]) },
    {
      name: 'a price',
      write: (number) => changePrices(db, account_id, [{ id: PRICE_OF_CAFE, ppu: number, ppu_wt: number }]),
    },
    {
      name: 'a movement of stock',
      write: () => moveStock(db, account_id, [{ product_id: PRODUCT.cafe, location_id: LOCATION.utrecht, by: 1_000 }]),
    },
    { name: 'a delivery', write: (number) => put(outbox, webhookId, number) },
    {
      name: 'the lease of a delivery',
      write: async (number) => {
        leased = (await outbox.leaseFirst([webhookId], number, number + LEASE_MS))[0] ?? null;
      },
    },
    { name: 'an attempt', write: (number) => settle(outbox, leased, number) },
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

/** As text that sorts like its number, for the body of a delivery is where its reading began to. */
function positionAfter(number: number): string {
  return String(number).padStart(9, '0');
}

async function put(outbox: Outbox, webhookId: number, number: number): Promise<void> {
  const from = (await outbox.readPositions(webhookId))[0];
  if (from === undefined) throw new Error('the webhook has no position');
  const to: FeedPosition = { ...from, position: positionAfter(number), seenAt: number };
  const delivery = {
    ...({ messageId: `msg_${number}`, kind: 'batch', body: to.position } as const),
    ...{ eventCount: 1, createdAt: number, replayOf: null },
  };
  const isPut = await outbox.put({ from, to, delivery });
  if (!isPut) throw new Error('the delivery was not put');
}

async function settle(outbox: Outbox, leased: LeasedDelivery | null, at: number): Promise<void> {
  if (leased === null) throw new Error('there is no delivery to attempt');
  const attempt = { at, status: 204, failure: null, durationMs: 1, answer: '' };
  await outbox.settle(leased, attempt, { kind: 'delivered' });
}
