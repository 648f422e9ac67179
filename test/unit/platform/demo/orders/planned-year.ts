import { dayNumberOf } from '../../../../../electron/platform/demo/day.ts';
import { makeModel } from '../../../../../electron/platform/demo/model.ts';
import { type NumberedOrder, planNumberedOrders } from '../../../../../electron/platform/demo/orders/order-plan.ts';
import type { PlannedItem } from '../../../../../electron/platform/demo/orders/planned-order.ts';
import { providerIdOf } from '../../../../../electron/platform/demo/reference-records.ts';
import { LINDE_EN_LOOF } from '../../../../../electron/platform/demo/shop-profiles.ts';
import { sumOf } from '../../../../../shared/money.ts';

export const model = makeModel(LINDE_EN_LOOF, 1);

/** A year with both clock changes and a December, planned once for all facts about it. */
export const orders = planNumberedOrders(model, dayNumberOf('2025-11-01'), dayNumberOf('2026-10-31'));
export const DAYS = 365;

export const plans = orders.map(({ plan }) => plan);
export const items = plans.flatMap((plan) => plan.items);
export const CASH = providerIdOf(LINDE_EN_LOOF.ids, 'cash');

export function valueWt(order: NumberedOrder): number {
  return sumOf(order.plan.items, (item) => item.value_wt);
}

export function discountWt(order: NumberedOrder): number {
  return sumOf(order.plan.items, (item) => item.discount_wt);
}

export function linesOf(type: PlannedItem['type']): PlannedItem[] {
  return items.filter((item) => item.type === type);
}
