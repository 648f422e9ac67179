import { addDays, daysBetween } from '../../../shared/calendar.ts';
import {
  DISCOUNT_ORDERS_BATCH,
  type DiscountOrder,
  listDiscountOrders,
} from '../../../shared/contract/discount-orders.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { type ReadEndpoint, wholeOf } from '../../api-client/endpoint-reader.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { Batch, DiscountOrderQuery } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { expectTrue, expectUnique } from './remote-checks.ts';

/** A range with more orders is refused. */
const MAX_ROWS = 200_000;

const KEY_FORM = /^(\d{1,15}):(\d{1,15})$/;

/** The rows of all the days, oldest first. The API gives them as one answer; days that are too much for one are halved. */
export async function readAllDiscounts(
  read: ReadEndpoint,
  { location_id: locationIds, ...query }: DiscountOrderQuery,
): Promise<readonly DiscountOrder[]> {
  const rows = (await readDays(read, query)).filter((row) => isSelected(query, row));
  if (locationIds === undefined) return rows;
  const shops = wholeOf(listShops, await read(listShops)).filter(({ location_id }) =>
    locationIds.some((id) => id === location_id),
  );
  const idsThere = new Set(shops.map(({ id }) => id));
  return rows.filter(({ shop_id }) => idsThere.has(shop_id));
}

type DaysQuery = Omit<DiscountOrderQuery, 'location_id'>;

async function readDays(read: ReadEndpoint, query: DaysQuery): Promise<readonly DiscountOrder[]> {
  const { shop_id: shopIds, ...ofAllShops } = query;
  try {
    return rowsOf(await read(listDiscountOrders, shopIds?.length === 1 ? query : ofAllShops));
  } catch (error) {
    if (!isTooLarge(error) || query.from === query.to) throw error;
  }
  const middle = addDays(query.from, Math.floor(daysBetween(query.from, query.to) / 2));
  const first = await readDays(read, { ...query, to: middle });
  const rows = [...first, ...(await readDays(read, { ...query, from: addDays(middle, 1) }))];
  if (rows.length <= MAX_ROWS) return rows;
  throw new PlatformError('query_refused', 'The period has too many orders with a discount. Choose a shorter range.');
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

/** A deployment may ignore a parameter. */
function isSelected({ from, to, shop_id, only_full, include_negative }: DaysQuery, row: DiscountOrder): boolean {
  const { date_purchased, discount_value_wt: discount, value_wt } = row;
  const day = date_purchased.slice(0, 10);
  const isDiscounted = include_negative ? discount !== 0 : discount > 0;
  const isAsked = from <= day && day <= to && (shop_id?.includes(row.shop_id) ?? true);
  return isAsked && isDiscounted && (!only_full || value_wt === 0);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof PlatformError && error.cause instanceof UpstreamFailure && error.cause.reason === 'too_large';
}

/** The batch after the key, which is the time and id of the last row before it. That order may have gone. */
export function batchAfter(all: readonly DiscountOrder[], after: string | null): Batch<DiscountOrder> {
  const left = after === null ? all : rowsAfter(after, all);
  const rows = left.slice(0, DISCOUNT_ORDERS_BATCH);
  const last = rows.at(-1);
  return { rows, next: last && left.length > rows.length ? `${momentOf(last)}:${last.id}` : null };
}

function rowsAfter(key: string, all: readonly DiscountOrder[]): readonly DiscountOrder[] {
  const [, atText, idText] = KEY_FORM.exec(key) ?? [];
  if (atText === undefined || idText === undefined) {
    throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  }
  const [at, id] = [Number(atText), Number(idText)];
  const index = all.findIndex((row) => row.id === id && momentOf(row) === at);
  if (index >= 0) return all.slice(index + 1);
  return all.filter((row) => momentOf(row) > at || (momentOf(row) === at && row.id > id));
}

function momentOf({ date_purchased }: DiscountOrder): number {
  return Date.parse(date_purchased);
}
