import type { Logger } from 'pino';
import { MAX_EVENTS_PER_DELIVERY, type WebhookEvent } from '../../shared/contract/webhook-records.ts';
import { type Caller, mayManage } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { FeedName, FeedStart, Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { ReadChangedKeys } from '../platform/platform-webhooks.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { FeedPosition, Outbox } from '../store/webhooks/outbox.ts';
import { formatBatchBody, newMessageId } from './webhook-message.ts';

/**
 * Further changes wait in the feed, which has only the latest version of each record. So a dead receiver costs little.
 */
const MAX_PENDING = 5;

export interface EnqueueDeps {
  readonly platform: Pick<Platform, 'identify'>;
  readonly readChangedKeys: ReadChangedKeys;
  readonly outbox: Pick<Outbox, 'readPositions' | 'countPending' | 'put'>;
  readonly webhooks: Pick<ActiveWebhooks, 'disable'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/** Creates deliveries for changes. Returns the ids of webhooks that have no room for more. */
export type EnqueueChanges = (webhooks: readonly DeliveringWebhook[]) => Promise<readonly number[]>;

/**
 * If the changes for a webhook cannot be read, the others continue and the next call tries again. Such a failure has
 * one log line when it begins and one when it ends.
 */
export function createChangeEnqueuer(deps: EnqueueDeps): EnqueueChanges {
  const failing = new Set<number>();

  /** Webhooks have the current rights of their user. */
  async function enqueueForUser(webhooks: readonly DeliveringWebhook[]): Promise<readonly number[]> {
    const [first] = webhooks;
    const identifying = first && deps.platform.identify(first);
    const full: number[] = [];
    for (const webhook of webhooks) {
      const { id: webhookId } = webhook;
      try {
        const caller = (await identifying) ?? null;
        const lost = findLostRight(caller, webhook);
        if (!caller || lost !== null) await disableWithoutRights(deps, webhook, lost);
        else if (!(await enqueueChanges(deps, caller, webhook))) full.push(webhookId);
        if (failing.delete(webhookId)) deps.log.info({ webhookId }, 'the changes for a webhook can be read again');
      } catch (err) {
        if (!failing.has(webhookId)) {
          deps.log.warn({ err, webhookId }, 'reading the changes for a webhook failed; it will be tried again');
        }
        failing.add(webhookId);
      }
    }
    return full;
  }

  return async (webhooks) => {
    const byUser = Map.groupBy(webhooks, ({ accountId, userId }) => `${accountId} ${userId}`);
    const full = await Promise.all([...byUser.values()].map(enqueueForUser));
    return full.flat();
  };
}

async function disableWithoutRights(
  { webhooks, clock, log }: EnqueueDeps,
  { id }: DeliveringWebhook,
  lost: LostRight | null,
): Promise<void> {
  log.warn({ webhookId: id, lost }, 'a webhook was disabled: the rights of its subscriber have changed');
  await webhooks.disable(id, 'rights_changed', clock.now());
}

/** Returns `false` if changes may have to wait because too many deliveries are pending. */
async function enqueueChanges(deps: EnqueueDeps, caller: Caller, webhook: DeliveringWebhook): Promise<boolean> {
  const positions = await deps.outbox.readPositions(webhook.id);
  let room = MAX_PENDING - (await deps.outbox.countPending(webhook.id));
  // The feed that has waited longest comes first. Otherwise another one could always take all the room.
  for (const position of positions.toSorted((a, b) => a.seenAt - b.seenAt)) {
    let from = position;
    for (let hasMore = true; hasMore && room > 0; ) {
      const changes = await readChangesAfter(deps, caller, from);
      const to = advancePosition(from, changes);
      if (to.position === from.position && changes.rows.length === 0) break;
      if (!(await deps.outbox.put({ from, to, delivery: createDelivery(deps, webhook, from.event, changes) }))) break;
      if (changes.rows.length > 0) room -= 1;
      hasMore = changes.hasMore;
      from = to;
    }
  }
  return room > 0;
}

type ChangedKeys = Awaited<ReturnType<ReadChangedKeys>>;

/** Reads the changes for one delivery. If the platform lost the position, reads again from its timestamp. */
async function readChangesAfter(
  { readChangedKeys }: EnqueueDeps,
  caller: Caller,
  { event, position, seenAt }: FeedPosition,
): Promise<ChangedKeys> {
  const read = (after: FeedStart) =>
    readChangedKeys(caller, FEEDS_BY_EVENT[event], { after, limit: MAX_EVENTS_PER_DELIVERY });
  try {
    return await read({ position });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'position_lost') throw error;
    return read({ since: seenAt });
  }
}

/**
 * `seenAt` is the time of the last change. If the position is lost, changes of that time are sent again and none is
 * missed.
 */
function advancePosition(from: FeedPosition, { rows, next }: ChangedKeys): FeedPosition {
  const last = rows.at(-1);
  return { ...from, position: next, seenAt: last ? Date.parse(last.changed_at) : from.seenAt };
}

/** Returns `null` if nothing changed; then only the position moves. */
function createDelivery(
  { clock }: EnqueueDeps,
  { accountId }: DeliveringWebhook,
  event: WebhookEvent,
  { rows }: ChangedKeys,
) {
  if (rows.length === 0) return null;
  const createdAt = clock.now();
  return {
    messageId: newMessageId(),
    kind: 'batch' as const,
    body: formatBatchBody(accountId, event, rows, createdAt),
    eventCount: rows.length,
    createdAt,
    replayOf: null,
  };
}

export type LostRight = 'gone' | 'not_manager' | 'other_lock';

/**
 * Finds the right that a subscriber has lost; `null` if none. `subscriber` has the user's current rights, or is `null`
 * if the user is gone.
 */
export function findLostRight(
  subscriber: Caller | null,
  { locationId }: { readonly locationId: number | null },
): LostRight | null {
  if (subscriber === null) return 'gone';
  if (!mayManage(subscriber)) return 'not_manager';
  return (subscriber.lockedLocation?.id ?? null) === locationId ? null : 'other_lock';
}

export const FEEDS_BY_EVENT = {
  'order.updated': 'orders',
  'product.updated': 'products',
} as const satisfies Readonly<Record<WebhookEvent, FeedName>>;
