import { addDays, type CalendarDate, dateAt, daysBetween, instantsOf } from '../../../shared/calendar.ts';
import {
  DISCOUNT_ORDERS_BATCH,
  type DiscountOrder,
  listDiscountOrders,
} from '../../../shared/contract/discount-orders.ts';
import { type ReadEndpoint, wholeOf } from '../../api-client/endpoint-reader.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { DiscountOrderBatch, DiscountOrderQuery } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { expectOrder, expectPurchases, expectTrue, expectUnique } from './remote-checks.ts';

const KEY_FORM = /^(\d{1,15}):(\d{1,15})$/;

/** Rows that were read and not given yet, and up to which day they are all. */
export interface DiscountStretch {
  readonly rows: readonly DiscountOrder[];
  readonly to: CalendarDate;
  /** How many days an answer may have; null for as many as there are. */
  readonly days: number | null;
}

interface OrderKey {
  readonly at: number;
  readonly id: number;
}

/**
 * Batches out of answers that have a whole range of days each. What is left of an answer is kept for whoever reads on;
 * without it the day of the key is read again. A range that is too much for one answer is halved until it is not.
 */
export async function readRemoteDiscountOrders(
  read: ReadEndpoint,
  kept: KeptRows<DiscountStretch>,
  query: DiscountOrderQuery,
  after: string | null,
): Promise<DiscountOrderBatch> {
  const stretch = await nextStretch(read, kept, query, after);
  const rows = stretch.rows.slice(0, DISCOUNT_ORDERS_BATCH);
  const rest = stretch.rows.slice(DISCOUNT_ORDERS_BATCH);
  const last = rows.at(-1);
  const next = last && (rest.length > 0 || stretch.to < query.to) ? formatKey(last) : null;
  if (next !== null) kept.put(next, { ...stretch, rows: rest });
  return { rows, next };
}

async function nextStretch(
  read: ReadEndpoint,
  kept: KeptRows<DiscountStretch>,
  query: DiscountOrderQuery,
  after: string | null,
): Promise<DiscountStretch> {
  if (after === null) return readStretch(read, query, query.from, null);
  const key = parseKey(after);
  const left = kept.take(after);
  if (left && left.rows.length > 0) return left;
  if (left) return readStretch(read, query, addDays(left.to, 1), left.days);
  const { start, end } = instantsOf(query.from, query.to);
  if (key.at >= end) return { rows: [], to: query.to, days: null };
  const stretch = await readStretch(read, query, key.at < start ? query.from : dateAt(key.at), null);
  return { ...stretch, rows: rowsAfter(key, stretch.rows) };
}

/** From that day on, until there are rows or the range has ended. */
async function readStretch(
  read: ReadEndpoint,
  query: DiscountOrderQuery,
  firstDay: CalendarDate,
  mostDays: number | null,
): Promise<DiscountStretch> {
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

async function readDays(read: ReadEndpoint, query: DiscountOrderQuery): Promise<readonly DiscountOrder[] | 'too many'> {
  try {
    return checked(query, wholeOf(listDiscountOrders, await read(listDiscountOrders, query)));
  } catch (error) {
    if (isTooLarge(error) && query.from < query.to) return 'too many';
    throw error;
  }
}

function checked(query: DiscountOrderQuery, rows: readonly DiscountOrder[]): readonly DiscountOrder[] {
  expectUnique(listDiscountOrders, rows, ({ id }) => id);
  expectOrder(listDiscountOrders, rows, momentOf);
  expectPurchases(listDiscountOrders, query, rows);
  const isDiscounted = ({ discount_value_wt: discount }: DiscountOrder) =>
    query.include_negative ? discount !== 0 : discount > 0;
  expectTrue(listDiscountOrders, rows.every(isDiscounted));
  return rows;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof PlatformError && error.cause instanceof UpstreamFailure && error.cause.reason === 'too_large';
}

/** Behind the order of the key; where that has gone, behind its place. */
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

interface Stretch {
  readonly rows: readonly unknown[];
}

/** What one reader has not read yet. */
interface KeptRows<Kept extends Stretch> {
  put(key: string, stretch: Kept): void;
  /** Given once; null where there is nothing, or no longer. */
  take(key: string): Kept | null;
}

export interface KeptRowsOfAll<Kept extends Stretch> {
  of(reader: string): KeptRows<Kept>;
  end(): void;
}

/** Rows that wait for readers, for a short time; the oldest go where all of them together are too many. */
export function createKeptRows<Kept extends Stretch>(
  clock: Clock,
  { keptMs, most }: { readonly keptMs: number; readonly most: number },
): KeptRowsOfAll<Kept> {
  const waiting = new Map<string, { readonly stretch: Kept; readonly stop: () => void }>();
  let count = 0;

  function drop(name: string): Kept | null {
    const found = waiting.get(name);
    if (!found) return null;
    waiting.delete(name);
    found.stop();
    count -= sizeOf(found.stretch);
    return found.stretch;
  }

  function put(name: string, stretch: Kept): void {
    drop(name);
    count += sizeOf(stretch);
    waiting.set(name, { stretch, stop: clock.after(keptMs, () => drop(name)) });
    for (const [oldest] of waiting) {
      if (count <= most) return;
      drop(oldest);
    }
  }

  return {
    of: (reader) => ({
      put: (key, stretch) => put(`${reader} ${key}`, stretch),
      take: (key) => drop(`${reader} ${key}`),
    }),
    end() {
      for (const name of [...waiting.keys()]) drop(name);
    },
  };
}

/** One without rows is kept as well, and counts. */
function sizeOf({ rows }: Stretch): number {
  return rows.length + 1;
}
