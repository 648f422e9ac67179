import { EVENTS_PER_DELIVERY, type WebhookEvent } from '../../shared/contract/webhook-records.ts';
import type { Caller, UserReference } from '../base/caller.ts';
import type { Change, FeedStart, Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { FeedPosition } from '../store/webhooks/outbox.ts';
import { FEED_OF_EVENT } from './event-feeds.ts';

export interface ReadChanges {
  readonly changes: readonly Change<unknown>[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** What is read from the platform in one round: webhooks of the same user at the same position share it. */
export interface ReadRound {
  identify(user: UserReference): Promise<Caller | null>;
  /** At most a delivery's worth. A position that the platform lost begins again at its moment. */
  read(caller: Caller, position: FeedPosition): Promise<ReadChanges>;
}

export type ReadPlatform = Pick<Platform, 'identify' | 'readChanges'>;

export function createReadRound(platform: ReadPlatform): ReadRound {
  const callers = new Map<string, Promise<Caller | null>>();
  const pages = new Map<string, Promise<ReadChanges>>();

  const readAfter = (caller: Caller, event: WebhookEvent, after: FeedStart) =>
    once(pages, JSON.stringify([keyOf(caller), event, after]), async () => {
      const query = { after, limit: EVENTS_PER_DELIVERY };
      const { rows, next, hasMore } = await platform.readChanges(caller, FEED_OF_EVENT[event], query);
      return { changes: rows, next, hasMore };
    });

  return {
    identify: (user) => once(callers, keyOf(user), () => platform.identify(user)),

    async read(caller, { event, position, seenAt }) {
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
