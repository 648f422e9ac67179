import type { Change, ChangesPage, FeedStart } from '../../../../electron/platform/platform.ts';

export interface FeedRecord {
  readonly id: number;
}

/** What somebody has who follows a feed, by the rules of the feed and nothing else. */
export class FeedReplica {
  /** The latest change of each record, deleted ones included. */
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

  /** Any page of before, once more. */
  applyAgain(n: number): void {
    const page = this.#pages[n % Math.max(1, this.#pages.length)];
    if (page) this.#apply(page);
  }

  /** Its place is lost, but not what it has: it goes on from the moment of the last change that it knows. */
  losePosition(): void {
    const last = this.#pages.flatMap(({ rows }) => rows).at(-1);
    this.#start = { since: last ? Date.parse(last.changed_at) : 0 };
  }

  /** As the list of the records has them. */
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
