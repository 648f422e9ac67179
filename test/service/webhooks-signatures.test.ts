import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeStock } from '../../electron/store/catalog/catalog-writer.ts';
import type { OutgoingMessage } from '../../electron/webhooks/https-sender.ts';
import { listDeliveries, pingWebhook, replayDelivery, rotateWebhookSecret } from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { ACCOUNT, CREDENTIALS, LOCATION, PRODUCT } from '../support/shop-fixture.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerTest } from '../support/test-scope.ts';
import { waitFor } from '../support/wait-for.ts';
import { insertDelivery } from '../support/webhook-rows.ts';
import { isSignedWith } from '../webhook-receiver/receive-message.ts';

const DAY_MS = 86_400_000;
const POLL_EVERY_MS = 2_000;

const service = openPerTest(startFixtureService);
let token: string;
beforeEach(() => {
  token = service.tokens.owner;
});

/** The verdicts of both implementations: the package of Standard Webhooks, and the receiver of the examples. */
function verdicts(secret: string, { headers, body }: OutgoingMessage): boolean[] {
  const own = isSignedWith(secret, {
    id: headers['webhook-id'] ?? '',
    timestamp: headers['webhook-timestamp'] ?? '',
    signatures: headers['webhook-signature'] ?? '',
    body: Buffer.from(body),
  });
  return [isOfficial(secret, headers, body), own];
}

function isOfficial(secret: string, headers: OutgoingMessage['headers'], body: string): boolean {
  // The package compares the timestamp with the clock of the machine.
  vi.useFakeTimers({ now: service.clock.now(), toFake: ['Date'] });
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}

const lastSent = (): OutgoingMessage => {
  const message = service.webhooks.sender.sent.at(-1);
  if (!message) throw new Error('nothing was sent');
  return message;
};
const CAFE_IN_UTRECHT = { account_id: ACCOUNT.alpha, product_id: PRODUCT.cafe, location_id: LOCATION.utrecht };
const countCafe = (quantity: number) => changeStock(service.store.db, CAFE_IN_UTRECHT, quantity);
/** Advances the clock until this many messages were sent. */
const waitForSent = (count: number) =>
  waitFor(() => {
    service.clock.advance(POLL_EVERY_MS);
    expect(service.webhooks.sender.sent.length).toBeGreaterThanOrEqual(count);
  });

describe('a message to a receiver', () => {
  it('is signed with the secret of the subscription answer', async () => {
    const { id, secret, url } = await subscribeTestWebhook(service, token);
    await service.call(pingWebhook, { token, id });
    const message = lastSent();
    expect(message.url).toBe(url);
    expect(verdicts(secret, message)).toEqual([true, true]);
    expect(verdicts(secret, { ...message, body: `${message.body} ` })).toEqual([false, false]);
    const { secret: other } = await subscribeTestWebhook(service, token);
    expect(verdicts(other, message)).toEqual([false, false]);
  });

  it('is signed with both secrets for 24 hours after a rotation, then only with the new one', async () => {
    const { id, secret: old } = await subscribeTestWebhook(service, token);
    const { secret } = await service.call(rotateWebhookSecret, { token, id });
    const ping = async () => {
      await service.call(pingWebhook, { token, id });
      const message = lastSent();
      const count = message.headers['webhook-signature']?.split(' ').length;
      return { count, byOld: verdicts(old, message), byNew: verdicts(secret, message) };
    };
    const byBoth = { count: 2, byOld: [true, true], byNew: [true, true] };
    expect(await ping()).toEqual(byBoth);

    service.clock.advance(DAY_MS - 1);
    token = await service.signIn(CREDENTIALS.owner);
    expect(await ping()).toEqual(byBoth);
    service.clock.advance(1);
    expect(await ping()).toEqual({ count: 1, byOld: [false, false], byNew: [true, true] });
  });

  it('is signed over the bytes that are sent, which are those of the stored delivery', async () => {
    const { id, secret } = await subscribeTestWebhook(service, token);
    // Parsing this and writing it again would give other bytes.
    const body = '{ "type":"batch", "name":"Caf\\u00e9 €", "value":1.0 }\n';
    const { id: deliveryId } = await insertDelivery(service.store.db, id, { body });
    await service.webhooks.dispatcher.start();
    await service.call(replayDelivery, { token, id, deliveryId });
    await waitForSent(1);
    expect(lastSent().body).toBe(body);
    expect(verdicts(secret, lastSent())).toEqual([true, true]);
  });
});

describe('a webhook', () => {
  it('receives changes made after the subscription, and none from before', async () => {
    await countCafe(3);
    const { id, secret } = await subscribeTestWebhook(service, token, { events: ['product.updated'] });
    await service.webhooks.dispatcher.start();
    await countCafe(4);
    await waitForSent(1);
    const { body } = lastSent();
    expect(JSON.parse(body)).toMatchObject({
      type: 'batch',
      data: { events: [{ type: 'product.updated', record_id: PRODUCT.cafe }] },
    });
    expect(verdicts(secret, lastSent())).toEqual([true, true]);
    await waitFor(async () => {
      const { data } = await service.read(listDeliveries, { token, id });
      expect(data).toMatchObject([{ status: 'delivered', body, event_count: 1, attempts: [{ status: 204 }] }]);
    });
  });
});
