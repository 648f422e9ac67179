import { MAX_WEBHOOKS_PER_ACCOUNT, type Subscription } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { type Platform, readFeedEnd } from '../platform/platform.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import type { Store } from '../store/open-store.ts';
import {
  type ChangedSubscription,
  createIdempotencyRepository,
  type NewSubscription,
  writeSubscription,
} from '../store/webhooks/webhooks-repository.ts';
import type { Dispatcher } from './dispatcher.ts';
import { FEED_OF_EVENT } from './enqueue-changes.ts';
import { forgottenUntil, type RepeatableRequest, repeatableRequest, repeatedAnswer } from './idempotent-answers.ts';
import type { ReceiverRules } from './receiver-address-rules.ts';
import { eventsInOrder, scopeOf, toNewWebhook, WebhookRefusal } from './webhook-record.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface SubscribingDeps {
  readonly db: Store['db'];
  readonly platform: Pick<Platform, 'readChanges'>;
  readonly rules: ReceiverRules;
  readonly secrets: WebhookSecrets;
  /** Seals stored answers, which are repeated. */
  readonly answerBox: SecretBox;
  readonly dispatcher: Pick<Dispatcher, 'wake'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createSubscribing(deps: SubscribingDeps): PlatformWebhooks['subscribe'] {
  const answers = createIdempotencyRepository(deps.db);

  return async (caller, subscription, idempotencyKey) => {
    const request = idempotencyKey === null ? null : repeatableRequest(caller, idempotencyKey, subscription);
    const before = request && (await answers.find(request.name, forgottenUntil(deps.clock.now())));
    if (request && before) return repeatedAnswer(deps.answerBox, request, before);

    const secret = deps.secrets.make();
    const draft = await draftSubscription(deps, caller, subscription, { secret, request });
    const written = await writeSubscription(deps.db, draft);
    if (written.kind === 'full') {
      throw new WebhookRefusal(`An account has at most ${MAX_WEBHOOKS_PER_ACCOUNT} webhooks: remove one first.`);
    }
    if (written.kind === 'answered' && request) return repeatedAnswer(deps.answerBox, request, written.before);
    if (written.kind === 'answered')
      throw new Error('a subscription without an Idempotency-Key was treated as a repeat');
    deps.dispatcher.wake(written.webhook.id);
    return toNewWebhook(written.webhook, secret);
  };
}

/** The work outside of the transaction: it checks the address and reads the positions of the feeds. */
async function draftSubscription(
  { platform, rules, secrets, answerBox, clock }: SubscribingDeps,
  caller: Caller,
  subscription: Subscription,
  { secret, request }: { secret: string; request: RepeatableRequest | null },
): Promise<NewSubscription> {
  const changeable = await draftChange({ platform, rules, clock }, caller, subscription);
  const { accountId: account_id, locationId: location_id } = scopeOf(caller);
  const created_at = clock.now();
  return {
    webhook: {
      account_id,
      user_id: caller.userId,
      location_id,
      ...changeable.webhook,
      created_at,
      sealed_secret: secrets.seal(secret),
    },
    positions: changeable.positions,
    maxWebhooks: MAX_WEBHOOKS_PER_ACCOUNT,
    idempotency: request && {
      ...request,
      expiredUntil: forgottenUntil(created_at),
      sealResponse: (webhook) => answerBox.seal(JSON.stringify(toNewWebhook(webhook, secret))),
    },
  };
}

/** Checks the address, and reads where the feeds of the events end for the subscriber. Throws `WebhookRefusal`. */
export async function draftChange(
  { platform, rules, clock }: Pick<SubscribingDeps, 'platform' | 'rules' | 'clock'>,
  subscriber: Caller,
  { url, events: asked, description = '' }: Subscription,
): Promise<ChangedSubscription> {
  const verdict = await rules.checkUrl(url);
  if (!verdict.ok) throw new WebhookRefusal(verdict.reason);
  const events = eventsInOrder(asked);
  const seen_at = clock.now();
  const positions = [];
  for (const event of events) {
    positions.push({ event, position: await readFeedEnd(platform, subscriber, FEED_OF_EVENT[event]), seen_at });
  }
  return { webhook: { url: verdict.url, events: events.join(','), description }, positions };
}
