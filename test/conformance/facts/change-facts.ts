import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type {
  Change,
  ChangesPage,
  FeedName,
  FeedStart,
  Platform,
} from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { sized } from '../../support/test-size.ts';
import { type Area, CALLING_USERS, factOfEach } from '../fact.ts';
import { ALWAYS } from '../known-shop.ts';
import { drained } from '../laws/drained.ts';
import { withoutMoment } from '../laws/without-moment.ts';

interface RecordOfFeed {
  readonly id: number;
}
type Page = ChangesPage<RecordOfFeed>;

const FEEDS: readonly FeedName[] = ['products', 'orders'];
const LIMITS = sized({ quick: [7, 500], full: [1, 7, 500] });
const BEGINNING: FeedStart = { since: 0 };
const END: FeedStart = { since: Number.MAX_SAFE_INTEGER };
const FORGED = [
  '',
  ' ',
  '1',
  'v1',
  '.0',
  '.1',
  'none.1',
  '0000000000000000.1',
  '-1',
  '1e3',
  '99999999999999999999',
  '%',
  'null',
  'A'.repeat(10_000),
  '\u0000',
];
const READERS = CALLING_USERS.flatMap((user) => FEEDS.map((feed) => ({ user, feed })));
const nameOf = ({ user, feed }: (typeof READERS)[number]) => `${feed}, for the ${user},`;

export const CHANGES: Area = {
  area: 'changes',
  facts: [
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} are, for a shop that stands still, each record of the list once`,
      async ({ platform, callers }, { user, feed }) => {
        const caller = callers[user];
        const listed = await LISTED[feed](platform, caller);
        for (const limit of LIMITS) {
          const rows = (await pagesOf(platform, caller, feed, limit)).flatMap((page) => page.rows);
          const records = rows.map(({ record }) => record).toSorted(byId);
          expect(records).toEqual(listed.toSorted(byId));
          expect(rows.every(({ change }) => change === 'upsert')).toBe(true);
        }
      },
    ),
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} come by version, and their moments never go back`,
      async ({ platform, callers }, { user, feed }) => {
        const rows = (await pagesOf(platform, callers[user], feed, 7)).flatMap((page) => page.rows);
        for (const [index, row] of rows.entries()) {
          const before = rows[index - 1];
          if (before === undefined) continue;
          expect(row.version).toBeGreaterThan(before.version);
          expect(Date.parse(row.changed_at)).toBeGreaterThanOrEqual(Date.parse(before.changed_at));
        }
      },
    ),
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} since a moment are those of it and of later ones`,
      async ({ platform, callers }, { user, feed }) => {
        const caller = callers[user];
        const all = (await pagesOf(platform, caller, feed, 500)).flatMap((page) => page.rows);
        const middle = all[Math.floor(all.length / 2)] ?? all[0];
        const since = Date.parse(middle?.changed_at ?? '');
        const later = all.filter(({ changed_at }) => Date.parse(changed_at) >= since);
        const found = await platform.readChanges(caller, feed, { after: { since }, limit: 500 });
        expect(idsOf(found.rows)).toEqual(idsOf(later));
      },
    ),
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} end at a place from which one can go on`,
      async ({ platform, callers }, { user, feed }) => {
        const pages = await pagesOf(platform, callers[user], feed, 500);
        const end = await platform.readChanges(callers[user], feed, { after: END, limit: 1 });
        for (const position of [end.next, pages.at(-1)?.next ?? '']) {
          const page = await platform.readChanges(callers[user], feed, { after: { position }, limit: 1 });
          expect(page).toMatchObject({ rows: [], total: 0, hasMore: false });
          expect(page.next).not.toBe('');
        }
      },
    ),
    {
      name: 'come the same way each time from the same position',
      async check({ platform, callers }) {
        const { next } = await platform.readChanges(callers.owner, 'orders', { after: BEGINNING, limit: 50 });
        const query = { after: { position: next }, limit: 50 };
        const second = await platform.readChanges(callers.owner, 'orders', query);
        await platform.readChanges(callers.owner, 'orders', { after: BEGINNING, limit: 10 });
        expect(second.rows).toHaveLength(50);
        const again = await platform.readChanges(callers.owner, 'orders', query);
        expect(withoutMoment(again)).toEqual(withoutMoment(second));
        const goingOn = [again, second].map(({ next: position }) =>
          platform.readChanges(callers.owner, 'orders', { after: { position }, limit: 50 }),
        );
        const [after, before] = await Promise.all(goingOn);
        expect(withoutMoment(after)).toEqual(withoutMoment(before));
      },
    },
    {
      name: 'of a locked caller are of their location alone, and of another account none',
      async check({ platform, callers }) {
        const ofOwner = new Set(await idsRead(platform, callers.owner));
        const ofStaff = await idsRead(platform, callers.staff);
        expect(ofStaff.length).toBeGreaterThan(0);
        expect(ofStaff.length).toBeLessThan(ofOwner.size);
        for (const id of await idsRead(platform, callers.beta)) expect(ofOwner).not.toContain(id);
      },
    },
    ...factOfEach(
      FORGED,
      (position) => `are refused after the forged position ${JSON.stringify(position.slice(0, 20))}`,
      async ({ platform, callers }, position) => {
        for (const feed of FEEDS) {
          const failure = await platform
            .readChanges(callers.owner, feed, { after: { position }, limit: 10 })
            .catch((error: unknown) => error);
          expect(failure).toBeInstanceOf(PlatformError);
          expect(failure).toMatchObject({ code: 'position_lost' });
        }
      },
    ),
  ],
};

const LISTED: Readonly<Record<FeedName, (platform: Platform, caller: Caller) => Promise<RecordOfFeed[]>>> = {
  products: (platform, caller) => drained((page) => platform.searchProducts(caller, page)),
  orders: (platform, caller) => drained((page) => platform.listOrders(caller, { ...ALWAYS, ...page })),
};

const byId = (left: RecordOfFeed | null, right: RecordOfFeed | null) => (left?.id ?? 0) - (right?.id ?? 0);

const idsOf = (rows: readonly Change<RecordOfFeed>[]) => rows.map(({ id }) => id);

async function idsRead(platform: Platform, caller: Caller): Promise<number[]> {
  return (await pagesOf(platform, caller, 'orders', 500)).flatMap(({ rows }) => idsOf(rows));
}

/** All pages of a feed; each says rightly how much is left. */
async function pagesOf(platform: Platform, caller: Caller, feed: FeedName, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  let after = BEGINNING;
  for (let hasMore = true; hasMore; ) {
    const page: Page = await platform.readChanges(caller, feed, { after, limit });
    const left = (pages.at(-1)?.total ?? page.total + limit) - limit;
    expect(page.total).toBe(left);
    expect(page.rows).toHaveLength(Math.min(limit, page.total));
    expect(page.hasMore).toBe(page.total > limit);
    pages.push(page);
    after = { position: page.next };
    hasMore = page.hasMore;
  }
  return pages;
}
