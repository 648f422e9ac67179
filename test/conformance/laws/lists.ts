import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Page, Platform } from '../../../electron/platform/platform.ts';
import { pickBySize } from '../../support/test-size.ts';
import { type Fact, fact } from '../fact.ts';

interface PageOfRows {
  readonly start: number;
  readonly limit: number;
}

/** All rows of a list, read with the paging loop of the specification. */
export async function drained<Row>(read: (page: PageOfRows) => Promise<Page<Row>>, limit = 200): Promise<Row[]> {
  const rows: Row[] = [];
  let page: Page<Row>;
  do {
    page = await read({ start: rows.length, limit });
    expect(page.rows.length).toBe(Math.min(limit, page.total - rows.length));
    rows.push(...page.rows);
  } while (page.rows.length > 0 && rows.length < page.total);
  return rows;
}

/** All batches of a list that is read by key. */
export async function batchesOf<Batch extends { readonly next: string | null }>(
  read: (after: string | null) => Promise<Batch>,
): Promise<Batch[]> {
  const batches: Batch[] = [];
  let after: string | null = null;
  do {
    const batch = await read(after);
    batches.push(batch);
    after = batch.next;
    expect(batches.length, 'batches without end').toBeLessThan(100);
  } while (after !== null);
  return batches;
}

export type Compare<Row> = (left: Row, right: Row) => number;

type KeyOf<Row> = (row: Row) => number | string;

/** Compares rows by one key after another. */
export function ascending<Row>(...keys: KeyOf<Row>[]): Compare<Row> {
  return (left, right) => {
    for (const keyOf of keys) {
      const [a, b] = [keyOf(left), keyOf(right)];
      if (a !== b) return a < b ? -1 : 1;
    }
    return 0;
  };
}

/** Compares by the key that `sort` names, descending if it begins with `-`. Ties are ascending by `tie`. */
export function sortedBy<Row>(sort: string, keys: Readonly<Record<string, KeyOf<Row>>>, tie: KeyOf<Row>): Compare<Row> {
  const keyOf = keys[sort.replace('-', '')];
  if (keyOf === undefined) throw new Error(`There is no key for the sort ${sort}.`);
  const first = ascending(keyOf);
  const rest = ascending(tie);
  const direction = sort.startsWith('-') ? -1 : 1;
  return (left, right) => direction * first(left, right) || rest(left, right);
}

/** A timestamp of the API as a key. */
export function momentOf(timestamp: string): number {
  return Date.parse(timestamp);
}

export interface PagedList<Row> {
  readonly name: string;
  read(platform: Platform, caller: Caller, page: PageOfRows): Promise<Page<Row>>;
  /** The contract's order. It is total: no two rows are equal. */
  readonly compare: Compare<Row>;
}

const FAR_BEYOND = 999_999_999_999_999;

/** Up to one more than the number of rows: every size, or one in the middle and those at the end. */
const pageSizes = pickBySize({
  quick: (rows: number) => [...new Set([3, rows - 1, rows, rows + 1])].filter((size) => size > 0),
  full: (rows: number) => Array.from({ length: rows + 1 }, (_, index) => index + 1),
});

/** Facts about every list that is read page by page. */
export function pagingFacts<Row>({ name, read, compare }: PagedList<Row>): Fact[] {
  return [
    fact(`${name} has the contract's order, which is total`, async ({ platform, callers }) => {
      const rows = await drained((page) => read(platform, callers.owner, page));
      expect(rows).toEqual(rows.toSorted(compare));
      expect(rows.slice(1).filter((row, index) => compare(rows[index] as Row, row) >= 0)).toEqual([]);
      expect(rows.length).toBeGreaterThan(1);
    }),
    fact(`${name} is split exactly by pages of every size`, async ({ platform, callers }) => {
      const whole = await drained((page) => read(platform, callers.owner, page));
      for (const limit of pageSizes(whole.length)) {
        expect(await drained((page) => read(platform, callers.owner, page), limit)).toEqual(whole);
      }
    }),
    fact(`${name} is empty beyond its end, with the same total`, async ({ platform, callers }) => {
      const { total } = await read(platform, callers.owner, { start: 0, limit: 1 });
      for (const start of [total, total + 1, FAR_BEYOND]) {
        expect(await read(platform, callers.owner, { start, limit: 5 })).toMatchObject({ total, rows: [] });
      }
    }),
  ];
}

export interface SortedList<Row, Sort extends string> extends Omit<PagedList<Row>, 'compare' | 'read'> {
  readonly sorts: readonly Sort[];
  readonly read: (
    platform: Platform,
    caller: Caller,
    page: PageOfRows & { readonly sort?: Sort },
  ) => Promise<Page<Row>>;
  /** The order with a sort or without one. */
  readonly compareBy: (sort: Sort | undefined) => Compare<Row>;
}

/** The same facts for a list without a sort and with each of its sorts. */
export function sortedPagingFacts<Row, Sort extends string>(list: SortedList<Row, Sort>): Fact[] {
  const { name, sorts, read, compareBy } = list;
  return [
    ...pagingFacts({ name: `${name} without a sort`, read, compare: compareBy(undefined) }),
    ...sorts.flatMap((sort) =>
      pagingFacts({
        name: `${name} by ${sort}`,
        read: (platform, caller, page) => read(platform, caller, { ...page, sort }),
        compare: compareBy(sort),
      }),
    ),
  ];
}

/** Tries every n-th pair of filters, so that every filter is included. */
const ONE_PAIR_OF = pickBySize({ quick: 12, full: 1 });

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

/** A filter for each value of one parameter. */
export function filtersWhere<Key extends string, Value, Row>(
  key: Key,
  values: readonly Value[],
  selects: (row: Row, value: Value) => boolean,
) {
  return values.map((value) => ({
    query: { [key]: value } as Readonly<Record<Key, Value>>,
    selects: (row: Row) => selects(row, value),
  }));
}

/** The same for a parameter with the name of the member by which it selects. */
export function filtersBy<Key extends string, Value>(key: Key, values: readonly Value[]) {
  return filtersWhere(key, values, (row: Readonly<Record<Key, unknown>>, value) => row[key] === value);
}

/** The same for a parameter with several values, one of which a row has. */
export function filtersAmong<Key extends string, Value>(key: Key, values: readonly Value[][]) {
  return filtersWhere(key, values, (row: Readonly<Record<Key, unknown>>, among) => among.includes(row[key] as Value));
}

/** Filters select the same as checking every row: one by one, and in pairs of different parameters. */
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
    fact(`${name} is filtered by each of its ${filters.length} filters`, ({ platform, callers }) =>
      agrees(platform, callers.owner, filters),
    ),
    fact(`${name} is filtered by each of ${triedPairs.length} pairs of filters`, ({ platform, callers }) =>
      agrees(platform, callers.owner, triedPairs),
    ),
    fact(`${name} of a locked caller is filtered by each of its filters`, ({ platform, callers }) =>
      agrees(platform, callers.staff, filters),
    ),
  ];
}

function isApart(one: object, other: object): boolean {
  return Object.keys(one).every((key) => !(key in other));
}
