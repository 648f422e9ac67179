import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import { type PackedAnswer, packAnswer, unpackAnswer } from './json-rows.ts';
import { type Platform, readFeedEnd } from './platform.ts';
import { type PlatformCalls, type PortCall, wrapPlatform } from './platform-calls.ts';

/** Their answers depend on the call, the location of the caller and what the feed of products reports, and on nothing else. */
const CACHED_CALLS: ReadonlySet<string> = new Set<keyof PlatformCalls>([
  'searchProducts',
  'findProduct',
  'listProductPrices',
  'listStock',
]);

/** Sorted by what the feed of products does not report. */
const SORTED_BY_NAMES = /(?:product_group|tax_rate)$/;

/** About 150 pages of 200 products. */
const MOST_BYTES = 4 * 2 ** 20;

/** A database that was put back to a backup may come to the same end of its feed by other changes. */
const LONGEST_USE_MS = 60_000;

/** What an entry takes besides its texts and its rows, roughly. */
const ENTRY_BYTES = 500;

/** `feedEnd` is where the feed of products ended before the answer was read; null while none is stored. */
type CachedAnswer = { readonly feedEnd: null } | { readonly feedEnd: string; readonly answer: PackedAnswer };

/** A call that was asked once. A client that reads a list to its end asks for no page twice, and pays for no cache. */
const ASKED_ONCE: CachedAnswer = { feedEnd: null };

/**
 * A platform that answers pages and products of the catalog from memory when they are asked for again. An answer is used
 * for as long as the feed of products has not moved on, which is looked up each time. `platform` has to have that feed.
 */
export function withAnswerCache(platform: Platform, clock: Pick<Clock, 'now'>, mostBytes = MOST_BYTES): Platform {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: mostBytes,
    sizeCalculation: sizeOf,
    ttl: LONGEST_USE_MS,
    ttlResolution: 0,
    perf: clock,
  });

  return wrapPlatform(platform, async (ask, call) => {
    const key = keyOf(call);
    if (key === null) return ask();
    const entry = cache.get(key);
    if (entry === undefined) {
      cache.set(key, ASKED_ONCE);
      return ask();
    }
    // Before the answer: what is written while that is read comes after this end, and the answer is not used again.
    const feedEnd = await readFeedEnd(platform, call.caller, 'products');
    // The key names the method, so the answer has its type.
    if (entry.feedEnd === feedEnd) return unpackAnswer(entry.answer) as Awaited<ReturnType<typeof ask>>;
    const answer = await ask();
    cache.set(key, { feedEnd, answer: withOwnBytes(packAnswer(answer)) });
    return answer;
  });
}

/** Equal for calls with equal answers; null for a call that is not cached. */
function keyOf({ name, caller, args }: PortCall<PlatformCalls>): string | null {
  if (!CACHED_CALLS.has(name)) return null;
  const [query] = args;
  const { sort = '' } = { ...(query as { readonly sort?: string }) };
  if (SORTED_BY_NAMES.test(sort)) return null;
  return JSON.stringify([name, caller.accountId, caller.lockedLocation?.id ?? null, ...args]);
}

/** PostgreSQL's client gives parts of larger blocks, of which a stored part would keep the whole. */
function withOwnBytes({ json, rows }: PackedAnswer): PackedAnswer {
  return rows === undefined ? { json } : { json, rows: { ...rows, bytes: new Uint8Array(rows.bytes) } };
}

function sizeOf(entry: CachedAnswer, key: string): number {
  const { json, rows }: PackedAnswer = entry.feedEnd === null ? { json: '' } : entry.answer;
  return ENTRY_BYTES + key.length + json.length + (rows?.bytes.byteLength ?? 0);
}
