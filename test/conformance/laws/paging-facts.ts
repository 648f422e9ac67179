import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Page, Platform } from '../../../electron/platform/platform.ts';
import type { Fact } from '../fact.ts';
import { drained, type PageOfRows } from './drained.ts';
import type { Compare } from './row-order.ts';

export interface PagedList<Row> {
  readonly name: string;
  read(platform: Platform, caller: Caller, page: PageOfRows): Promise<Page<Row>>;
  /** The contract's order. It is total: no two rows are equal. */
  readonly compare: Compare<Row>;
}

const FAR_BEYOND = 999_999_999_999_999;

/** What is true of every list that is read page by page. */
export function pagingFacts<Row>({ name, read, compare }: PagedList<Row>): Fact[] {
  return [
    {
      name: `${name} has the contract's order, which is total`,
      async check({ platform, callers }) {
        const rows = await drained((page) => read(platform, callers.owner, page));
        expect(rows).toEqual(rows.toSorted(compare));
        expect(rows.slice(1).filter((row, index) => compare(rows[index] as Row, row) >= 0)).toEqual([]);
        expect(rows.length).toBeGreaterThan(1);
      },
    },
    {
      name: `${name} is parted exactly by pages of every size`,
      async check({ platform, callers }) {
        const whole = await drained((page) => read(platform, callers.owner, page));
        for (let limit = 1; limit <= whole.length + 1; limit += 1) {
          expect(await drained((page) => read(platform, callers.owner, page), limit)).toEqual(whole);
        }
      },
    },
    {
      name: `${name} is empty beyond its end, with the same total`,
      async check({ platform, callers }) {
        const { total } = await read(platform, callers.owner, { start: 0, limit: 1 });
        for (const start of [total, total + 1, FAR_BEYOND]) {
          expect(await read(platform, callers.owner, { start, limit: 5 })).toMatchObject({ total, rows: [] });
        }
      },
    },
  ];
}
