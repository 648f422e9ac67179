import type { Logger } from 'pino';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { FeedPosition, Outbox } from '../store/webhooks/outbox.ts';
import { batchBody, newMessageId } from './message-body.ts';
import type { ReadChanges, ReadRound } from './read-round.ts';
import { lostRightOf } from './subscriber-rights.ts';

/** Then what changes waits in the feed, where only its latest version counts: a dead receiver costs little. */
const MOST_PENDING = 5;

export interface GatherDeps {
  readonly outbox: Pick<Outbox, 'positionsOf' | 'countPending' | 'put'>;
  readonly webhooks: Pick<ActiveWebhooks, 'disable'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** When a new delivery is due whose first change is of that moment. */
  readonly dueAt: (changedAt: number) => number;
}

export interface Gathered {
  /** Deliveries were made, or the webhook was disabled. */
  readonly hasNews: boolean;
  /** Changes wait until deliveries that are pending are made. */
  readonly isFull: boolean;
}

/** Makes deliveries of what changed for a webhook, with the rights that its subscriber has now. */
export async function gatherChanges(
  deps: GatherDeps,
  round: ReadRound,
  webhook: DeliveringWebhook,
): Promise<Gathered> {
  const caller = await round.identify(webhook);
  const lost = lostRightOf(caller, webhook);
  if (!caller || lost !== null) {
    deps.log.warn(
      { webhookId: webhook.id, lost },
      'a webhook was disabled: its subscriber has other rights now',
    );
    await deps.webhooks.disable(webhook.id, 'rights_changed', deps.clock.now());
    return { hasNews: true, isFull: false };
  }
  // Who waited longest comes first: the other feed could take all the room every time.
  const positions = await deps.outbox.positionsOf(webhook.id);
  let room = MOST_PENDING - (await deps.outbox.countPending(webhook.id));
  const roomBefore = room;
  for (const position of positions.toSorted((a, b) => a.seenAt - b.seenAt)) {
    room = await gatherFeed(deps, round, { webhook, caller }, position, room);
  }
  return { hasNews: room < roomBefore, isFull: room <= 0 };
}

interface Reader {
  readonly webhook: DeliveringWebhook;
  readonly caller: Caller;
}

/** Answers the room that is left. */
async function gatherFeed(
  deps: GatherDeps,
  round: ReadRound,
  reader: Reader,
  begin: FeedPosition,
  roomBefore: number,
): Promise<number> {
  let room = roomBefore;
  let from = begin;
  for (let hasMore = true; hasMore && room > 0; ) {
    const read = await round.read(reader.caller, from);
    const to = positionAfter(from, read);
    if (to.position === from.position && read.changes.length === 0) return room;
    if (!(await putReading(deps, reader.webhook, { from, to, read }))) return room;
    if (read.changes.length > 0) room -= 1;
    hasMore = read.hasMore;
    from = to;
  }
  return room;
}

/** What changed at the moment of the last change is told again if the position is lost, and nothing is missed. */
function positionAfter(from: FeedPosition, { changes, next }: ReadChanges): FeedPosition {
  const last = changes.at(-1);
  return { ...from, position: next, seenAt: last ? Date.parse(last.changed_at) : from.seenAt };
}

/** False where somebody else moved the position. */
function putReading(
  { outbox, clock, dueAt }: GatherDeps,
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
