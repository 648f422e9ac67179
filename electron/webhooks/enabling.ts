import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import type { StoredWebhook, WebhooksRepository } from '../store/webhooks/webhooks-repository.ts';
import type { Dispatcher } from './dispatcher.ts';
import { scopeOf } from './scope-of.ts';
import { type LostRight, lostRightOf } from './subscriber-rights.ts';
import { WebhookRefusal } from './webhook-refusal.ts';

interface EnablingDeps {
  readonly webhooks: Pick<WebhooksRepository, 'find'>;
  readonly platform: Pick<Platform, 'identify'>;
  readonly outbox: Pick<Outbox, 'revive'>;
  readonly dispatcher: Pick<Dispatcher, 'wake'>;
  readonly clock: Pick<Clock, 'now'>;
}

const REASONS: Readonly<Record<LostRight, string>> = {
  gone: 'may no longer sign in',
  not_manager: 'is no owner or accountant any more',
  other_lock: 'sees other locations than at the subscription',
};

/**
 * Makes a disabled webhook active. It acts with the rights of its subscriber, who may be another user than the caller:
 * where they are others than at the subscription, it is refused and nothing is changed.
 */
export async function enableWebhook(deps: EnablingDeps, caller: Caller, id: number): Promise<void> {
  const { webhooks, platform, outbox, dispatcher, clock } = deps;
  const webhook = await webhooks.find(scopeOf(caller), id);
  if (!webhook || webhook.disabled_reason === null) return;
  await checkSubscriber(platform, webhook);
  await outbox.revive(id, clock.now());
  dispatcher.wake(id);
}

async function checkSubscriber(platform: Pick<Platform, 'identify'>, webhook: StoredWebhook): Promise<void> {
  const { id, account_id: accountId, user_id: userId, location_id: locationId } = webhook;
  const lost = lostRightOf(await platform.identify({ accountId, userId }), { locationId });
  if (lost === null) return;
  throw new WebhookRefusal(`Webhook ${id} stays disabled: the user who subscribed it ${REASONS[lost]}.`);
}
