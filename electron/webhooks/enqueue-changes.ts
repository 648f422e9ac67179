import type { Logger } from 'pino';
import { EVENTS_PER_DELIVERY, type WebhookEvent } from '../../shared/contract/webhook-records.ts';
import { type Caller, mayManage, type UserReference } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Change, FeedName, FeedStart, Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { FeedPosition, Outbox } from '../store/webhooks/outbox.ts';
import { batchBody, newMessageId } from './webhook-message.ts';

/** Beyond that changes wait in the feed, where only the latest version counts: a dead receiver costs little. */
const MOST_PENDING = 5;

export interface EnqueueDeps {
  readonly outbox: Pick<Outbox, 'positionsOf' | 'countPending' | 'put'>;
  readonly webhooks: Pick<ActiveWebhooks, 'disable'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** When a new delivery is due whose first change is of that moment. */
  readonly dueAt: (changedAt: number) => number;
}

/**
 * `hasChanged`: deliveries were made, or the webhook was disabled. `isFull`: changes wait until pending deliveries are
 * made.
 */
export async function enqueueChanges(
  deps: EnqueueDeps,
  round: ReadRound,
  webhook: DeliveringWebhook,
): Promise<{ readonly hasChanged: boolean; readonly isFull: boolean }> {
  const caller = await round.identify(webhook);
  const lost = lostRightOf(caller, webhook);
  if (!caller || lost !== null) {
    deps.log.warn({ webhookId: webhook.id, lost }, 'a webhook was disabled: its subscriber has other rights now');
    await deps.webhooks.disable(webhook.id, 'rights_changed', deps.clock.now());
    return { hasChanged: true, isFull: false };
  }
  // The feed that waited longest comes first: the other one could take all the room every time.
  const positions = await deps.outbox.positionsOf(webhook.id);
  let room = MOST_PENDING - (await deps.outbox.countPending(webhook.id));
  const roomBefore = room;
  for (const position of positions.toSorted((a, b) => a.seenAt - b.seenAt)) {
    let from = position;
    for (let hasMore = true; hasMore && room > 0; ) {
      const read = await round.read(caller, from);
      const to = positionAfter(from, read);
      if (to.position === from.position && read.changes.length === 0) break;
      if (!(await putReading(deps, webhook, { from, to, read }))) break;
      if (read.changes.length > 0) room -= 1;
      hasMore = read.hasMore;
      from = to;
    }
  }
  return { hasChanged: room < roomBefore, isFull: room <= 0 };
}

/** Changes at the moment of the last one are sent again if the position is lost, so that none is missed. */
function positionAfter(from: FeedPosition, { changes, next }: ReadChanges): FeedPosition {
  const last = changes.at(-1);
  return { ...from, position: next, seenAt: last ? Date.parse(last.changed_at) : from.seenAt };
}

/** False where another process moved the position. */
function putReading(
  { outbox, clock, dueAt }: EnqueueDeps,
  { accountId }: DeliveringWebhook,
  { from, to, read }: { from: FeedPosition; to: FeedPosition; read: ReadChanges },
): Promise<boolean> {
  const { changes } = read;
  const createdAt = clock.now();
  const [first] = changes;
  if (!first) return outbox.put({ from, to, delivery: null, dueAt: createdAt });
  const delivery = {
    messageId: newMessageId(),
    kind: 'batch' as const,
    body: batchBody(accountId, from.event, changes, createdAt),
    eventCount: changes.length,
    createdAt,
    replayOf: null,
  };
  return outbox.put({ from, to, delivery, dueAt: dueAt(Date.parse(first.changed_at)) });
}

interface ReadChanges {
  readonly changes: readonly Change<unknown>[];
  readonly next: string;
  readonly hasMore: boolean;
}

export type ReadRound = ReturnType<typeof createReadRound>;

export type ReadPlatform = Pick<Platform, 'identify' | 'readChanges'>;

/** The reads of one round: webhooks of the same user at the same position share them. */
export function createReadRound(platform: ReadPlatform) {
  const callers = new Map<string, Promise<Caller | null>>();
  const pages = new Map<string, Promise<ReadChanges>>();

  const readAfter = (caller: Caller, event: WebhookEvent, after: FeedStart) =>
    once(pages, JSON.stringify([keyOf(caller), event, after]), async () => {
      const query = { after, limit: EVENTS_PER_DELIVERY };
      const { rows, next, hasMore } = await platform.readChanges(caller, FEED_OF_EVENT[event], query);
      return { changes: rows, next, hasMore };
    });

  return {
    identify: (user: UserReference) => once(callers, keyOf(user), () => platform.identify(user)),

    /** At most the changes of one delivery. A position that the platform lost begins again at its moment. */
    async read(caller: Caller, { event, position, seenAt }: FeedPosition): Promise<ReadChanges> {
      try {
        return await readAfter(caller, event, { position });
      } catch (error) {
        if (!(error instanceof PlatformError) || error.code !== 'position_lost') throw error;
        return readAfter(caller, event, { since: seenAt });
      }
    },
  };
}

const keyOf = ({ accountId, userId }: UserReference) => `${accountId} ${userId}`;

function once<Value>(known: Map<string, Promise<Value>>, key: string, ask: () => Promise<Value>) {
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}

export type LostRight = 'gone' | 'not_manager' | 'other_lock';

/** Null: nothing is lost. `subscriber` is the user as the platform has them now; null for gone. */
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
