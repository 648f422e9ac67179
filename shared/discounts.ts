import type { DiscountOrder } from './contract/discount-orders.ts';
import { COUNTING_STATUSES } from './contract/orders.ts';
import { type Amount, fromEuros, percentageOf } from './money.ts';

type Discounted = Pick<DiscountOrder, 'value_wt' | 'discount_value_wt'>;

/** 5 cents: up to this amount a difference may be rounding, and not a discount. */
const ROUNDING_MAX: Amount = 500;

/** The order is part of the figures; one that is new, on hold or cancelled is not. */
export function isCounting({ status }: Pick<DiscountOrder, 'status'>): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

/** Nothing is left to pay: what the API calls a full discount. */
export function isFullyDiscounted({ value_wt }: Discounted): boolean {
  return value_wt === 0;
}

/** Taken back, such as by a return. */
export function isNegativeDiscount({ discount_value_wt }: Discounted): boolean {
  return discount_value_wt < 0;
}

/** The discount is a difference of rounding and nothing else; an order of a few cents that was given away is not. */
export function isRoundingOnly(order: Discounted): boolean {
  const size = Math.abs(fromEuros(order.discount_value_wt));
  return size > 0 && size <= ROUNDING_MAX && !isFullyDiscounted(order);
}

/** The discount is at least that part of the value before it; one that was taken back is no part of it. */
export function isDiscountFrom(order: Discounted, percentage: number): boolean {
  return (discountPercentage(order) ?? Number.NEGATIVE_INFINITY) >= percentage;
}

/** Percentages to choose from, from which on discounted orders are listed. */
export const DISCOUNT_PERCENTAGES = ['10', '20', '30', '50'] as const;

/**
 * The discount in percent of the value before it, both as given including VAT; null when that value is 0, and of a
 * discount that was taken back, which is part of no price.
 */
export function discountPercentage(amounts: Pick<DiscountOrder, 'value_wt' | 'discount_value_wt'>): number | null {
  const discount = fromEuros(amounts.discount_value_wt);
  if (discount < 0) return null;
  return percentageOf(discount, fromEuros(amounts.value_wt) + discount);
}
