import type { Caller } from '../base/caller.ts';
import type { FeedName, Platform } from './platform.ts';

/** The last moment that a date can name: nothing changed after it, so that a page from there on is its end alone. */
const END_OF_TIME = 8_640_000_000_000_000;

/** Where a feed ends now for the caller: whatever is committed after this comes after it. */
export async function readFeedEnd(
  platform: Pick<Platform, 'readChanges'>,
  caller: Caller,
  feed: FeedName,
): Promise<string> {
  const { next } = await platform.readChanges(caller, feed, { after: { since: END_OF_TIME }, limit: 1 });
  return next;
}
