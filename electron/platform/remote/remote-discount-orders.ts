import { addDays, countDaysBetween } from '../../../shared/calendar.ts';
import {
  DISCOUNT_ORDERS_BATCH,
  type DiscountOrder,
  listDiscountOrders,
} from '../../../shared/contract/discount-orders.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { getAllRows, type ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { Batch, DiscountOrderQuery } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { assertUnique, assertValid } from './remote-checks.ts';

/** Ranges with more orders are refused. */
const MAX_ROWS = 200_000;

const KEY_PATTERN = /^(\d{1,15}):(\d{1,15})$/;

/** Reads all rows, oldest first. The API returns them in one answer, so a range that is too large is split in half. */
export async function readAllDiscounts(
  read: ReadEndpoint,
  { location_id: locationIds, ...query }: DiscountOrderQuery,
): Promise<readonly DiscountOrder[]> {
  const rows = (await readDays(read, query)).filter((row) => isSelected(query, row));
  if (locationIds === undefined) return rows;
  const shops = getAllRows(listShops, await read(listShops)).filter(({ location_id }) =>
    locationIds.some((id) => id === location_id),
  );
  const selectedIds = new Set(shops.map(({ id }) => id));
  return rows.filter(({ shop_id }) => selectedIds.has(shop_id));
}

type DaysQuery = Omit<DiscountOrderQuery, 'location_id'>;

async function readDays(read: ReadEndpoint, query: DaysQuery): Promise<readonly DiscountOrder[]> {
  const { shop_id: shopIds, ...allShopsQuery } = query;
  try {
    return getSortedRows(await read(listDiscountOrders, shopIds?.length === 1 ? query : allShopsQuery));
  } catch (error) {
    if (!isTooLarge(error) || query.from === query.to) throw error;
  }
  const middle = addDays(query.from, Math.floor(countDaysBetween(query.from, query.to) / 2));
  const first = await readDays(read, { ...query, to: middle });
  const rows = [...first, ...(await readDays(read, { ...query, from: addDays(middle, 1) }))];
  if (rows.length <= MAX_ROWS) return rows;
  throw new PlatformError('query_refused', 'The period has too many discounted orders. Choose a shorter period.');
}

/** `total` is not checked, because the specification does not define it. */
function getSortedRows({
  count,
  data,
}: {
  readonly count: number;
  readonly data: readonly DiscountOrder[];
}): readonly DiscountOrder[] {
  assertValid(listDiscountOrders, count === data.length);
  assertUnique(listDiscountOrders, data, ({ id }) => id);
  return data.toSorted((one, other) => getPurchaseTime(one) - getPurchaseTime(other) || one.id - other.id);
}

/** Checked here because a deployment can ignore a parameter. */
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

/** Returns the batch after the key, which is time and id of the last row read. That order may no longer exist. */
export function getBatch(all: readonly DiscountOrder[], after: string | null): Batch<DiscountOrder> {
  const left = after === null ? all : getRowsAfter(after, all);
  const rows = left.slice(0, DISCOUNT_ORDERS_BATCH);
  const last = rows.at(-1);
  return { rows, next: last && left.length > rows.length ? `${getPurchaseTime(last)}:${last.id}` : null };
}

function getRowsAfter(key: string, all: readonly DiscountOrder[]): readonly DiscountOrder[] {
  const [, atText, idText] = KEY_PATTERN.exec(key) ?? [];
  if (atText === undefined || idText === undefined) {
    throw new PlatformError('rejected', 'This batch key is not from this platform. Start from the first batch.');
  }
  const [at, id] = [Number(atText), Number(idText)];
  const index = all.findIndex((row) => row.id === id && getPurchaseTime(row) === at);
  if (index >= 0) return all.slice(index + 1);
  return all.filter((row) => getPurchaseTime(row) > at || (getPurchaseTime(row) === at && row.id > id));
}

function getPurchaseTime({ date_purchased }: DiscountOrder): number {
  return Date.parse(date_purchased);
}
