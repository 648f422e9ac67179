import type { WebhookEvent } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { readFeedEnd } from '../platform/read-feed-end.ts';
import { FEED_OF_EVENT } from './event-feeds.ts';

interface FeedEndsOptions {
  readonly platform: Pick<Platform, 'readChanges'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Where the feeds of these events end now for the caller: whatever is committed after this comes after it. */
export async function readFeedEnds(
  { platform, clock }: FeedEndsOptions,
  caller: Caller,
  events: readonly WebhookEvent[],
) {
  const seenAt = clock.now();
  const ends = [];
  for (const event of events) {
    const position = await readFeedEnd(platform, caller, FEED_OF_EVENT[event]);
    ends.push({ event, position, seen_at: seenAt });
  }
  return ends;
}
