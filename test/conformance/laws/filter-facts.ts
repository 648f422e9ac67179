import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { sized } from '../../support/test-size.ts';
import type { Fact } from '../fact.ts';

/** Every pair of filters, or one of so many, among which is every filter. */
const ONE_PAIR_OF = sized({ quick: 5, full: 1 });

export interface Filter<Query, Row> {
  readonly query: Query;
  readonly selects: (row: Row) => boolean;
}

export interface FilteredList<Query, Row> {
  readonly name: string;
  /** All rows that a query selects. */
  readAll(platform: Platform, caller: Caller, query: Query): Promise<Row[]>;
  readonly filters: readonly Filter<Query, Row>[];
}

/** Filters select what a look at every row does: one by one, and in pairs that do not repeat one. */
export function filterFacts<Query extends object, Row>(list: FilteredList<Query, Row>): Fact[] {
  const { name, filters, readAll } = list;
  const pairs = filters.flatMap((one, index) =>
    filters
      .slice(index + 1)
      .filter((other) => isApart(one.query, other.query))
      .map((other) => ({
        query: { ...one.query, ...other.query },
        selects: (row: Row) => one.selects(row) && other.selects(row),
      })),
  );
  const triedPairs = pairs.filter((_, index) => index % ONE_PAIR_OF === 0);
  const agrees = async (platform: Platform, caller: Caller, tried: readonly Filter<Query, Row>[]) => {
    const everything = await readAll(platform, caller, {} as Query);
    for (const { query, selects } of tried) {
      const found = await readAll(platform, caller, query);
      expect(found, JSON.stringify(query)).toEqual(everything.filter(selects));
    }
  };
  return [
    {
      name: `${name} is filtered by each of its ${filters.length} filters`,
      check: ({ platform, callers }) => agrees(platform, callers.owner, filters),
    },
    {
      name: `${name} is filtered by each of ${triedPairs.length} pairs of filters`,
      check: ({ platform, callers }) => agrees(platform, callers.owner, triedPairs),
    },
    {
      name: `${name} of a locked caller is filtered by each of its filters`,
      check: ({ platform, callers }) => agrees(platform, callers.staff, filters),
    },
  ];
}

function isApart(one: object, other: object): boolean {
  return Object.keys(one).every((key) => !(key in other));
}
