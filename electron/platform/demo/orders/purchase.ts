import type { ShopsTable } from '../../../store/schema.ts';
import type { Day } from '../day.ts';
import { dueFor } from './item-lines.ts';
import type { Settlement } from './payments.ts';
import type { OrderState, PlannedItem, PlannedOrder } from './planned-order.ts';

/** Who buys where and when. */
export interface Purchase {
  readonly day: Day;
  readonly purchasedAt: number;
  readonly shop: ShopsTable;
  readonly customerId: number | null;
}

/** Paid and taken along: complete at once. */
export function soldDirectly(
  purchase: Purchase,
  lines: readonly PlannedItem[],
  { rounding, payments }: Settlement,
): PlannedOrder {
  return {
    ...purchase,
    term: 'direct',
    items: [...lines, ...rounding],
    payments,
    states: [{ since: purchase.purchasedAt, status: 'complete', isPaid: 1 }],
    followUps: [],
  };
}

/** Taken along and paid later; where nothing is due there is nothing to send an invoice for. */
export function soldOnInvoice(purchase: Purchase, lines: readonly PlannedItem[]): PlannedOrder {
  if (dueFor(lines) === 0) return soldDirectly(purchase, lines, { rounding: [], payments: [] });
  return {
    ...purchase,
    term: 'invoice',
    items: lines,
    payments: [],
    states: [{ since: purchase.purchasedAt, status: 'complete', isPaid: 0 }],
    followUps: [],
  };
}

/** The order with one more that returns or pays it; what that changes about it holds from then on. */
export function followedBy(
  order: PlannedOrder,
  followUp: PlannedOrder,
  change: Partial<Pick<OrderState, 'status' | 'isPaid'>> = {},
): PlannedOrder {
  const last = order.states.at(-1);
  if (!last || last.since >= followUp.purchasedAt) throw new RangeError('followed before it was over');
  return {
    ...order,
    states: [...order.states, { ...last, ...change, since: followUp.purchasedAt }],
    followUps: [...order.followUps, followUp],
  };
}
