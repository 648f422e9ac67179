import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { COUNTING_STATUSES, type OrderItem, type OrderWithDetails } from '../../../shared/contract/orders.ts';
import { ALWAYS } from '../known-shop.ts';
import { drained } from './drained.ts';

/** Every order of a range with its lines, as the caller sees them: what figures can be computed from. */
export async function allOrders(
  platform: Platform,
  caller: Caller,
  range: { readonly from: string; readonly to: string } = ALWAYS,
): Promise<OrderWithDetails[]> {
  const { from, to } = range;
  const rows = await drained((page) =>
    platform.listOrders(caller, { from, to, ...page, include: ['items', 'payments'] }),
  );
  return rows.map(({ items = [], payments = [], ...order }) => ({ ...order, items, payments }));
}

export function counts({ status }: Pick<OrderWithDetails, 'status'>): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

/** Whether a product came back with the order. */
export function isReturn({ items }: Pick<OrderWithDetails, 'items'>): boolean {
  return items.some(({ type, quantity }) => type === 'product' && quantity < 0);
}

/** Whether an item is turnover as the financial report defines it. */
export function isTurnover({ type }: Pick<OrderItem, 'type'>): boolean {
  return type === 'product' || type === 'rounding';
}
