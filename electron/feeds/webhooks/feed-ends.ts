import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import type { Clock } from '../../session/clock.ts';
import { FEED_OF_EVENT } from './event-feeds.ts';

/** The last moment that a date can name: nothing changed after it. */
const END_OF_TIME = 8_640_000_000_000_000;

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
    const { next } = await platform.readChanges(caller, FEED_OF_EVENT[event], {
      after: { since: END_OF_TIME },
      limit: 1,
    });
    ends.push({ event, position: next, seen_at: seenAt });
  }
  return ends;
}
