import type { Logger } from 'pino';
import { MAX_EVENTS_PER_DELIVERY, type WebhookEvent } from '../../shared/contract/webhook-records.ts';
import { type Caller, mayManage } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { FeedName, FeedStart, Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { ReadChangedKeys } from '../platform/platform-webhooks.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { FeedPosition, Outbox } from '../store/webhooks/outbox.ts';
import { batchBody, newMessageId } from './webhook-message.ts';

/** Beyond that changes wait in the feed, where only the latest version counts: a dead receiver costs little. */
const MAX_PENDING = 5;

export interface EnqueueDeps {
  readonly platform: Pick<Platform, 'identify'>;
  readonly readChangedKeys: ReadChangedKeys;
  readonly outbox: Pick<Outbox, 'readPositions' | 'countPending' | 'put'>;
  readonly webhooks: Pick<ActiveWebhooks, 'disable'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/** Makes deliveries of what changed for webhooks. Returns the ids of those that have no room for more. */
export type EnqueueChanges = (webhooks: readonly DeliveringWebhook[]) => Promise<readonly number[]>;

/**
 * A webhook whose changes cannot be read holds up no other, and the next call tries again. The log has one line when that
 * begins, and one when it ends.
 */
export function createEnqueuing(deps: EnqueueDeps): EnqueueChanges {
  const failing = new Set<number>();

  /** Webhooks act with the rights that their user has now. */
  async function enqueueForUser(webhooks: readonly DeliveringWebhook[]): Promise<readonly number[]> {
    const [first] = webhooks;
    const identifying = first && deps.platform.identify(first);
    const full: number[] = [];
    for (const webhook of webhooks) {
      const { id: webhookId } = webhook;
      try {
        const caller = (await identifying) ?? null;
        const lost = lostRightOf(caller, webhook);
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

/** False if changes may wait until pending deliveries are made. */
async function enqueueChanges(deps: EnqueueDeps, caller: Caller, webhook: DeliveringWebhook): Promise<boolean> {
  const positions = await deps.outbox.readPositions(webhook.id);
  let room = MAX_PENDING - (await deps.outbox.countPending(webhook.id));
  // The feed that waited longest comes first: the other one could take all the room every time.
  for (const position of positions.toSorted((a, b) => a.seenAt - b.seenAt)) {
    let from = position;
    for (let hasMore = true; hasMore && room > 0; ) {
      const read = await readAfter(deps, caller, from);
      const to = positionAfter(from, read);
      if (to.position === from.position && read.rows.length === 0) break;
      if (!(await deps.outbox.put({ from, to, delivery: deliveryOf(deps, webhook, from.event, read) }))) break;
      if (read.rows.length > 0) room -= 1;
      hasMore = read.hasMore;
      from = to;
    }
  }
  return room > 0;
}

type ChangedKeys = Awaited<ReturnType<ReadChangedKeys>>;

/** At most the changes of one delivery. A position that the platform lost begins again at its moment. */
async function readAfter(
  { readChangedKeys }: EnqueueDeps,
  caller: Caller,
  { event, position, seenAt }: FeedPosition,
): Promise<ChangedKeys> {
  const read = (after: FeedStart) =>
    readChangedKeys(caller, FEED_OF_EVENT[event], { after, limit: MAX_EVENTS_PER_DELIVERY });
  try {
    return await read({ position });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'position_lost') throw error;
    return read({ since: seenAt });
  }
}

/** Changes at the moment of the last one are sent again if the position is lost, so that none is missed. */
function positionAfter(from: FeedPosition, { rows, next }: ChangedKeys): FeedPosition {
  const last = rows.at(-1);
  return { ...from, position: next, seenAt: last ? Date.parse(last.changed_at) : from.seenAt };
}

/** `null` if nothing changed: then only the position moves. */
function deliveryOf(
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
    body: batchBody(accountId, event, rows, createdAt),
    eventCount: rows.length,
    createdAt,
    replayOf: null,
  };
}

export type LostRight = 'gone' | 'not_manager' | 'other_lock';

/** `null` if nothing is lost. `subscriber` is the user as the platform has them now, or `null` if they are gone. */
export function lostRightOf(
  subscriber: Caller | null,
  { locationId }: { readonly locationId: number | null },
): LostRight | null {
  if (subscriber === null) return 'gone';
  if (!mayManage(subscriber)) return 'not_manager';
  return (subscriber.lockedLocation?.id ?? null) === locationId ? null : 'other_lock';
}

export const FEED_OF_EVENT = {
  'order.updated': 'orders',
  'product.updated': 'products',
} as const satisfies Readonly<Record<WebhookEvent, FeedName>>;
