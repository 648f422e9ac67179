import { addDays, type CalendarDate, dateAt, daysBetween, instantsOf } from '../../../shared/calendar.ts';
import {
  DISCOUNT_ORDERS_BATCH,
  type DiscountOrder,
  listDiscountOrders,
} from '../../../shared/contract/discount-orders.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { type ReadEndpoint, wholeOf } from '../../api-client/endpoint-reader.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Batch, DiscountOrderQuery } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { expectTrue, expectUnique } from './remote-checks.ts';

const KEY_FORM = /^(\d{1,15}):(\d{1,15})$/;

/** Rows that were read and not given yet, and up to which day they are complete. */
export interface DiscountRange {
  readonly rows: readonly DiscountOrder[];
  readonly to: CalendarDate;
  /** How many days an answer may have; null for as many as there are. */
  readonly days: number | null;
}

interface OrderKey {
  readonly at: number;
  readonly id: number;
}

/** What is left of an answer waits for the next batch. A range that is too much for one answer is halved. */
export async function readRemoteDiscountOrders(
  read: ReadEndpoint,
  cache: ReaderRows,
  query: DiscountOrderQuery,
  after: string | null,
): Promise<Batch<DiscountOrder>> {
  const range = await nextRange(read, cache, query, after);
  const rows = range.rows.slice(0, DISCOUNT_ORDERS_BATCH);
  const rest = range.rows.slice(DISCOUNT_ORDERS_BATCH);
  const last = rows.at(-1);
  const next = last && (rest.length > 0 || range.to < query.to) ? formatKey(last) : null;
  if (next !== null) cache.put(next, { ...range, rows: rest });
  return { rows, next };
}

async function nextRange(
  read: ReadEndpoint,
  cache: ReaderRows,
  query: DiscountOrderQuery,
  after: string | null,
): Promise<DiscountRange> {
  if (after === null) return readRange(read, query, query.from, null);
  const key = parseKey(after);
  const left = cache.take(after);
  if (left && left.rows.length > 0) return left;
  if (left) return readRange(read, query, addDays(left.to, 1), left.days);
  const { start, end } = instantsOf(query.from, query.to);
  if (key.at >= end) return { rows: [], to: query.to, days: null };
  const range = await readRange(read, query, key.at < start ? query.from : dateAt(key.at), null);
  return { ...range, rows: rowsAfter(key, range.rows) };
}

/** From that day on, until there are rows or the range has ended. */
async function readRange(
  read: ReadEndpoint,
  query: DiscountOrderQuery,
  firstDay: CalendarDate,
  mostDays: number | null,
): Promise<DiscountRange> {
  let from = firstDay;
  let days = mostDays;
  for (;;) {
    const to = days === null ? query.to : earlier(query.to, addDays(from, days - 1));
    const rows = await readDays(read, { ...query, from, to });
    if (rows === 'too many') days = Math.ceil((daysBetween(from, to) + 1) / 2);
    else if (rows.length > 0 || to === query.to) return { rows, to, days };
    else from = addDays(to, 1);
  }
}

/** The rows of the answer that the query selects, oldest first: a deployment may ignore a parameter. */
async function readDays(
  read: ReadEndpoint,
  { location_id: locationIds, ...query }: DiscountOrderQuery,
): Promise<readonly DiscountOrder[] | 'too many'> {
  const { shop_id: shopIds, ...ofAllShops } = query;
  try {
    const asked = shopIds?.length === 1 ? query : ofAllShops;
    const rows = rowsOf(await read(listDiscountOrders, asked)).filter((row) => isSelected(query, row));
    if (locationIds === undefined) return rows;
    const shops = wholeOf(listShops, await read(listShops)).filter(({ location_id }) =>
      locationIds.some((id) => id === location_id),
    );
    const idsThere = new Set(shops.map(({ id }) => id));
    return rows.filter(({ shop_id }) => idsThere.has(shop_id));
  } catch (error) {
    if (isTooLarge(error) && query.from < query.to) return 'too many';
    throw error;
  }
}

/** `total` may count something else: the specification does not say what. */
function rowsOf({
  count,
  data,
}: {
  readonly count: number;
  readonly data: readonly DiscountOrder[];
}): readonly DiscountOrder[] {
  expectTrue(listDiscountOrders, count === data.length);
  expectUnique(listDiscountOrders, data, ({ id }) => id);
  return data.toSorted((one, other) => momentOf(one) - momentOf(other) || one.id - other.id);
}

function isSelected(
  { from, to, shop_id, only_full, include_negative }: Omit<DiscountOrderQuery, 'location_id'>,
  row: DiscountOrder,
): boolean {
  const { date_purchased, discount_value_wt: discount, value_wt } = row;
  const day = date_purchased.slice(0, 10);
  const isDiscounted = include_negative ? discount !== 0 : discount > 0;
  const isAsked = from <= day && day <= to && (shop_id?.includes(row.shop_id) ?? true);
  return isAsked && isDiscounted && (!only_full || value_wt === 0);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof PlatformError && error.cause instanceof UpstreamFailure && error.cause.reason === 'too_large';
}

/** After the order of the key or, where that is gone, after its position. */
function rowsAfter({ at, id }: OrderKey, rows: readonly DiscountOrder[]): readonly DiscountOrder[] {
  const index = rows.findIndex((row) => row.id === id);
  if (index >= 0) return rows.slice(index + 1);
  return rows.filter((row) => momentOf(row) > at || (momentOf(row) === at && row.id > id));
}

function momentOf({ date_purchased }: DiscountOrder): number {
  return Date.parse(date_purchased);
}

function formatKey(row: DiscountOrder): string {
  return `${momentOf(row)}:${row.id}`;
}

function parseKey(text: string): OrderKey {
  const [, at, id] = KEY_FORM.exec(text) ?? [];
  if (at === undefined || id === undefined) {
    throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  }
  return { at: Number(at), id: Number(id) };
}

function earlier(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one < other ? one : other;
}

/** What one reader has not read yet. */
interface ReaderRows {
  put(key: string, range: DiscountRange): void;
  /** Given once; null where there is nothing, or no longer. */
  take(key: string): DiscountRange | null;
}

/** Rows that wait for their readers for `holdMs`; the oldest go where there are more than `most` in all. */
export function createDiscountRowCache(clock: Clock, holdMs: number, most: number) {
  const waiting = new Map<string, { readonly range: DiscountRange; readonly stop: () => void }>();
  let count = 0;

  function drop(name: string): DiscountRange | null {
    const found = waiting.get(name);
    if (!found) return null;
    waiting.delete(name);
    found.stop();
    count -= sizeOf(found.range);
    return found.range;
  }

  function put(name: string, range: DiscountRange): void {
    drop(name);
    count += sizeOf(range);
    waiting.set(name, { range, stop: clock.after(holdMs, () => drop(name)) });
    for (const [oldest] of waiting) {
      if (count <= most) return;
      drop(oldest);
    }
  }

  return {
    of: (reader: string): ReaderRows => ({
      put: (key, range) => put(`${reader} ${key}`, range),
      take: (key) => drop(`${reader} ${key}`),
    }),
    end() {
      for (const name of [...waiting.keys()]) drop(name);
    },
  };
}

/** A range without rows is stored as well, and counts. */
function sizeOf({ rows }: DiscountRange): number {
  return rows.length + 1;
}
