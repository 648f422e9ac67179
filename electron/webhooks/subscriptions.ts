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
import { FEEDS_BY_EVENT } from './enqueue-changes.ts';
import {
  getExpiryCutoff,
  openStoredAnswer,
  type RepeatableRequest,
  toRepeatableRequest,
} from './idempotent-answers.ts';
import type { ReceiverRules } from './receiver-address-rules.ts';
import { sortEvents, toNewWebhook, toStoreScope, WebhookRefusal } from './webhook-record.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface SubscriptionDeps {
  readonly db: Store['db'];
  readonly platform: Pick<Platform, 'readChanges'>;
  readonly rules: ReceiverRules;
  readonly secrets: WebhookSecrets;
  /** Encrypts the answers that are stored to be repeated. */
  readonly answerBox: SecretBox;
  readonly dispatcher: Pick<Dispatcher, 'wake'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createSubscribe(deps: SubscriptionDeps): PlatformWebhooks['subscribe'] {
  const answers = createIdempotencyRepository(deps.db);

  return async (caller, subscription, idempotencyKey) => {
    const request = idempotencyKey === null ? null : toRepeatableRequest(caller, idempotencyKey, subscription);
    const storedAnswer = request && (await answers.find(request.name, getExpiryCutoff(deps.clock.now())));
    if (request && storedAnswer) return openStoredAnswer(deps.answerBox, request, storedAnswer);

    const secret = deps.secrets.make();
    const draft = await draftSubscription(deps, caller, subscription, { secret, request });
    const written = await writeSubscription(deps.db, draft);
    if (written.kind === 'full') {
      throw new WebhookRefusal(`An account has at most ${MAX_WEBHOOKS_PER_ACCOUNT} webhooks: remove one first.`);
    }
    if (written.kind === 'answered' && request) return openStoredAnswer(deps.answerBox, request, written.before);
    if (written.kind === 'answered')
      throw new Error('a subscription without an Idempotency-Key was treated as a repeat');
    deps.dispatcher.wake(written.webhook.id);
    return toNewWebhook(written.webhook, secret);
  };
}

/** Prepares a subscription before the transaction: checks the URL and reads the feed positions. */
async function draftSubscription(
  { platform, rules, secrets, answerBox, clock }: SubscriptionDeps,
  caller: Caller,
  subscription: Subscription,
  { secret, request }: { secret: string; request: RepeatableRequest | null },
): Promise<NewSubscription> {
  const changeable = await draftChange({ platform, rules, clock }, caller, subscription);
  const { accountId: account_id, locationId: location_id } = toStoreScope(caller);
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
      expiredUntil: getExpiryCutoff(created_at),
      sealResponse: (webhook) => answerBox.seal(JSON.stringify(toNewWebhook(webhook, secret))),
    },
  };
}

/** Checks the URL and reads the current end of each event's feed as the subscriber. Throws `WebhookRefusal`. */
export async function draftChange(
  { platform, rules, clock }: Pick<SubscriptionDeps, 'platform' | 'rules' | 'clock'>,
  subscriber: Caller,
  { url, events: requestedEvents, description = '' }: Subscription,
): Promise<ChangedSubscription> {
  const verdict = await rules.checkUrl(url);
  if (!verdict.ok) throw new WebhookRefusal(verdict.reason);
  const events = sortEvents(requestedEvents);
  const seen_at = clock.now();
  const positions = [];
  for (const event of events) {
    positions.push({ event, position: await readFeedEnd(platform, subscriber, FEEDS_BY_EVENT[event]), seen_at });
  }
  return { webhook: { url: verdict.url, events: events.join(','), description }, positions };
}
