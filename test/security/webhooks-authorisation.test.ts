import { afterEach, describe, expect, it } from 'vitest';
import { removeWebhook, replayDelivery, retryDelivery } from '../../shared/contract/webhooks.ts';
import { LOCATION, USER } from '../support/shop-fixture.ts';
import { SUBSCRIPTION } from '../support/subscribed-webhook.ts';
import { insertDelivery } from '../support/webhook-rows.ts';
import { MANAGER_ENDPOINTS } from './support/authorisation/authorisation-matrix.ts';
import { type GuardedShop, openGuardedShop, type SignedInAsker } from './support/authorisation/guarded-shop.ts';
import {
  ask,
  mayUse,
  plantWebhooks,
  walkForeignWebhooks,
  walkOwnWebhooks,
} from './support/authorisation/webhook-walk.ts';

let shop: GuardedShop;
afterEach(() => shop.stop());

function askerNamed(name: string): SignedInAsker {
  const found = shop.askers.find((asker) => asker.name === name && asker.by === 'token');
  if (!found) throw new Error(`nobody is the ${name}`);
  return found;
}

describe('a user who tries the webhooks of others', () => {
  it('cannot replay or retry the delivery of another webhook through their own', async () => {
    shop = await openGuardedShop();
    const planted = await plantWebhooks(shop);
    const ofDelivery = MANAGER_ENDPOINTS.filter(({ path }) => path.includes('{delivery_id}'));
    expect(new Set(ofDelivery)).toEqual(new Set([replayDelivery, retryDelivery]));
    for (const asker of shop.askers.filter(({ mayManage }) => mayManage)) {
      for (const own of planted.filter((webhook) => mayUse(asker, webhook))) {
        for (const other of planted.filter(({ id }) => id !== own.id)) {
          for (const deliveryId of other.deliveries) {
            for (const endpoint of ofDelivery) {
              const answer = await ask(shop, asker, endpoint, { id: own.id, deliveryId });
              expect(answer.status).toBe(404);
              expect(JSON.parse(answer.text).message).toBe(`There is no delivery ${deliveryId}.`);
            }
          }
        }
      }
    }
  });

  it('can use every operation on their own', async () => {
    shop = await openGuardedShop();
    const planted = await plantWebhooks(shop);
    const ordered = [...MANAGER_ENDPOINTS.filter((endpoint) => endpoint !== removeWebhook), removeWebhook];
    for (const asker of shop.askers.filter(({ mayManage, by }) => mayManage && by === 'token')) {
      const own = planted.find(({ label }) => label === `mark-of-${asker.user}`);
      for (const endpoint of ordered.filter(({ path }) => path.includes('{id}'))) {
        const id = own?.id ?? 0;
        // Only what waits is retried, and only what has ended replayed.
        const waiting = { status: 'pending', next_attempt_at: Number.MAX_SAFE_INTEGER } as const;
        const isRetry = endpoint === retryDelivery;
        const deliveryId = isRetry ? (await insertDelivery(shop.store.db, id, waiting)).id : (own?.deliveries[0] ?? 0);
        const target = { id, deliveryId };
        expect((await ask(shop, asker, endpoint, target)).status).toBe(endpoint.status ?? 200);
      }
    }
  });
});

describe('staff', () => {
  it('gets 403 at every webhook endpoint, whatever they send', async () => {
    shop = await openGuardedShop();
    const staff = shop.askers.filter(({ mayManage }) => !mayManage);
    expect(staff.length).toBeGreaterThan(3);
    for (const { secret: token } of staff) {
      for (const { method, path } of MANAGER_ENDPOINTS) {
        const target = path.replaceAll(/\{\w+\}/g, '1');
        const sendings = [{ token }, { token, body: SUBSCRIPTION }, { token, body: '{' }];
        for (const sending of sendings) {
          const { status, message } = await shop.service.refusal(method, target, sending);
          expect([status, message]).toEqual([403, 'Only owners and accountants may do this.']);
        }
      }
    }
  });
});

describe('a manager whose rights change', () => {
  it('sees the webhooks of the new lock from the next request on, and none without the role', async () => {
    shop = await openGuardedShop();
    const planted = await plantWebhooks(shop);
    const owner = askerNamed('owner of alpha');
    const change = (to: { locked_location_id?: number; roles?: string }) =>
      shop.store.db.updateTable('users').set(to).where('id', '=', owner.user).execute();
    await change({ locked_location_id: LOCATION.amsterdam });
    const locked = { ...owner, lock: LOCATION.amsterdam };
    expect((await walkForeignWebhooks(shop, planted, [locked])).breaches).toEqual([]);
    expect((await walkOwnWebhooks(shop, planted, [locked])).breaches).toEqual([]);
    await change({ roles: 'staff' });
    const demoted = { ...locked, mayManage: false };
    expect((await walkForeignWebhooks(shop, planted, [demoted])).breaches).toEqual([]);
    expect(USER.owner).not.toBe(owner.user);
  });
});
