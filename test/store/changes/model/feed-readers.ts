import { expect } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Change, ChangesPage, FeedName, FeedStart, Platform } from '../../../../electron/platform/platform.ts';
import { CALLER, LOCATION } from '../../../support/shop-fixture.ts';

const CALLERS: readonly Caller[] = [
  CALLER.owner,
  CALLER.staff,
  { ...CALLER.staff, lockedLocation: { id: LOCATION.amsterdam, title: 'Amsterdam' } },
  CALLER.beta,
];

const FEEDS: readonly FeedName[] = ['products', 'orders'];

export const READER_COUNT = CALLERS.length * FEEDS.length;

export interface FeedReader {
  readonly caller: Caller;
  readonly feed: FeedName;
  readonly replica: FeedReplica;
}

export function createReaders(): FeedReader[] {
  return CALLERS.flatMap((caller) => FEEDS.map((feed) => ({ caller, feed, replica: new FeedReplica() })));
}

/** Reads a page and checks that it is consistent. */
export async function readPage(
  platform: Platform,
  { caller, feed, replica }: FeedReader,
  limit: number,
): Promise<ChangesPage<FeedRecord>> {
  const page: ChangesPage<FeedRecord> = await platform.readChanges(caller, feed, { after: replica.start, limit });
  const { rows, total, hasMore } = page;
  expect(rows.length).toBe(Math.min(limit, total));
  expect(hasMore).toBe(total > rows.length);
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    expect(row.version).toBeGreaterThan(before?.version ?? 0);
    if (before) expect(Date.parse(row.changed_at)).toBeGreaterThanOrEqual(Date.parse(before.changed_at));
    expect(row.change).toBe(row.record === null ? 'delete' : 'upsert');
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  replica.take(page);
  return page;
}

const DRAIN_LIMIT = 40;

/** Reads to the end and expects what the list shows. */
export async function expectSource(platform: Platform, reader: FeedReader): Promise<void> {
  for (let hasMore = true; hasMore; ) ({ hasMore } = await readPage(platform, reader, DRAIN_LIMIT));
  const { caller, feed, replica } = reader;
  expect(replica.records(), `${feed} of ${caller.name}`).toEqual(await SOURCE[feed](platform, caller));
}

const SOURCE: Readonly<Record<FeedName, (platform: Platform, caller: Caller) => Promise<FeedRecord[]>>> = {
  products: async (platform, caller) => [...(await platform.searchProducts(caller, { start: 0, limit: 200 })).rows],
  async orders(platform, caller) {
    const { rows } = await platform.listOrders(caller, { from: '2020-01-01', to: '2035-12-31', start: 0, limit: 250 });
    return rows.toSorted((left, right) => left.id - right.id);
  },
};

interface FeedRecord {
  readonly id: number;
}

/** The records of a feed reader, built only by the rules of the feed. */
class FeedReplica {
  /** The latest change of each record, including deleted ones. */
  readonly #latest = new Map<number, Change<FeedRecord>>();
  readonly #pages: ChangesPage<FeedRecord>[] = [];
  #start: FeedStart = { since: 0 };

  get start(): FeedStart {
    return this.#start;
  }

  take(page: ChangesPage<FeedRecord>): void {
    this.#pages.push(page);
    this.#apply(page);
    this.#start = { position: page.next };
  }

  /** Applies an earlier page again. */
  applyAgain(n: number): void {
    const page = this.#pages[n % Math.max(1, this.#pages.length)];
    if (page) this.#apply(page);
  }

  /** Loses its position but not its records, and continues from the time of the last change that it knows. */
  losePosition(): void {
    const last = this.#pages.flatMap(({ rows }) => rows).at(-1);
    this.#start = { since: last ? Date.parse(last.changed_at) : 0 };
  }

  /** The records as their list has them. */
  records(): FeedRecord[] {
    const records = [...this.#latest.values()].flatMap(({ record }) => (record === null ? [] : [record]));
    return records.toSorted((left, right) => left.id - right.id);
  }

  #apply({ rows }: ChangesPage<FeedRecord>): void {
    for (const row of rows) {
      const known = this.#latest.get(row.id);
      if (known === undefined || known.version < row.version) this.#latest.set(row.id, row);
    }
  }
}
