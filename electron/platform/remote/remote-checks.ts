import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type PageAnswer, type PageRange, pageOf, unexpected } from '../../api-client/endpoint-reader.ts';
import type { Page } from '../platform.ts';

export type Purchase = Pick<DiscountOrder, 'date_purchased' | 'shop_id'>;

export interface PurchaseRange {
  readonly from: string;
  readonly to: string;
  readonly shop_id?: readonly number[];
}

/** The page that was asked for, with all the rows that its total leaves for it. */
export function fullPageOf<Row>(endpoint: Endpoint, asked: PageRange, answer: PageAnswer<Row>): Page<Row> {
  const page = pageOf(endpoint, asked, answer);
  const left = Math.max(0, page.total - asked.start);
  expectTrue(endpoint, page.total >= 0 && page.rows.length === Math.min(asked.limit, left));
  return page;
}

export function expectUnique<Row>(endpoint: Endpoint, rows: readonly Row[], keyOf: (row: Row) => unknown) {
  expectTrue(endpoint, new Set(rows.map(keyOf)).size === rows.length);
}

/** Each row comes after the one before; ties are allowed where `keyOf` is not all that decides the order. */
export function expectOrder<Row>(endpoint: Endpoint, rows: readonly Row[], keyOf: (row: Row) => number | string): void {
  const isInOrder = rows.every((row, index) => {
    const before = rows[index - 1];
    return before === undefined || keyOf(before) <= keyOf(row);
  });
  expectTrue(endpoint, isInOrder);
}

/** All purchases are within the range, and at a shop that was asked for. */
export function expectPurchases(
  endpoint: Endpoint,
  { from, to, shop_id }: PurchaseRange,
  rows: readonly Purchase[],
): void {
  const isAsked = (row: Purchase) => {
    const day = row.date_purchased.slice(0, 10);
    return from <= day && day <= to && (shop_id?.includes(row.shop_id) ?? true);
  };
  expectTrue(endpoint, rows.every(isAsked));
}

/** Throws `PlatformError` `invalid_answer` for an answer that contradicts itself, or what was asked. */
export function expectTrue(endpoint: Endpoint, isTrue: boolean): void {
  if (!isTrue) throw unexpected(endpoint);
}
