import type { DiscountOrder, listDiscountOrders } from './contract/discount-orders.ts';
import type { QueryOf } from './contract/endpoint.ts';
import type { Language } from './contract/language.ts';
import { COUNTING_STATUSES, type OrderRow } from './contract/orders.ts';
import { type Amount, calculatePercentage, fromEuros, sumOf, toEuros } from './money.ts';
import { createNumberFormat } from './number-format.ts';

type DiscountedValues = Pick<DiscountOrder, 'value_wt' | 'discount_value_wt'>;

type Discounted = Pick<DiscountOrder, 'discount_value_wt' | 'sold_before_discount_wt'>;

/** 5 cents. Smaller differences may be roundings instead of discounts. */
const MAX_ROUNDING: Amount = 500;

/** Whether the order counts in figures: it is not new, on hold or cancelled. */
export function isCounting({ status }: Pick<DiscountOrder, 'status'>): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

/** Whether nothing is left to pay: a full discount in the API. */
export function isFullyDiscounted({ value_wt }: DiscountedValues): boolean {
  return value_wt === 0;
}

/** Whether the discount was taken back, for example by a return. */
export function isNegativeDiscount({ discount_value_wt }: DiscountedValues): boolean {
  return discount_value_wt < 0;
}

/** A row of the list of orders or of discounted orders. */
export type ReturnableOrder = Pick<OrderRow, 'value_wt' | 'discount_value_wt'> &
  Partial<Pick<DiscountOrder, 'sold_before_discount_wt'>>;

/** Whether more was returned than sold. A returned gift has no value, but a negative discount. */
export function isReturn({ value_wt, discount_value_wt, sold_before_discount_wt }: ReturnableOrder): boolean {
  return value_wt < 0 || ((discount_value_wt ?? 0) < 0 && sold_before_discount_wt === 0);
}

/** Whether the discount is only a rounding difference. An order of a few cents that was given away is not. */
export function isRoundingOnly(order: DiscountedValues): boolean {
  const size = Math.abs(fromEuros(order.discount_value_wt));
  return size > 0 && size <= MAX_ROUNDING && !isFullyDiscounted(order);
}

/** Filters for discounted orders, as in the API. An order must match all of them. */
export type DiscountFilters = Omit<QueryOf<typeof listDiscountOrders>, 'from' | 'to' | 'shop_id' | 'location_id'>;

/** Whether the filters select a discounted order. */
export function isDiscountListed(order: DiscountOrder, filters: DiscountFilters): boolean {
  const { include_negative, only_negative, min_percentage, min_discount_wt = 0 } = filters;
  return (
    (isNegativeDiscount(order) ? include_negative === true || only_negative === true : !only_negative) &&
    (!filters.only_full || isFullyDiscounted(order)) &&
    (!filters.only_counting || isCounting(order)) &&
    (!filters.hide_rounding || !isRoundingOnly(order)) &&
    (min_percentage === undefined || hasMinPercentage(order, min_percentage)) &&
    Math.abs(order.discount_value_wt) >= min_discount_wt
  );
}

/** Whether the discount is at least this percentage. A negative discount has no percentage. */
function hasMinPercentage(order: Discounted, percentage: number): boolean {
  const own = calculateDiscountPercentage(order);
  return own !== null && own >= percentage;
}

/** Says why the filters cannot be applied to these orders; `null` if they can. Percentages need the lines of an order. */
export function explainUnusableFilters(filters: DiscountFilters, orders: readonly DiscountOrder[]): string | null {
  if (filters.min_percentage === undefined || hasKnownLines(orders)) return null;
  return 'min_percentage is not possible: the platform does not return the lines of discounted orders. Leave it out.';
}

/**
 * Calculates the discount as a percentage of the value of sold lines before discount, both including VAT. `null` if
 * nothing was sold, the lines are unknown, or the discount is negative or larger than that value.
 */
export function calculateDiscountPercentage({ discount_value_wt, sold_before_discount_wt }: Discounted): number | null {
  const discount = fromEuros(discount_value_wt);
  const sold = fromEuros(sold_before_discount_wt ?? 0);
  return discount < 0 || discount > sold ? null : calculatePercentage(discount, sold);
}

/** Whether the platform returns the lines of these orders, which percentages need. */
export function hasKnownLines(orders: readonly Pick<Discounted, 'sold_before_discount_wt'>[]): boolean {
  return orders.every(({ sold_before_discount_wt }) => sold_before_discount_wt !== null);
}

/** Several orders together. Amounts include VAT. */
export interface DiscountTally {
  readonly orders: number;
  readonly discount: Amount;
  /** Value of sold lines before discount; `null` if lines of an order are unknown. */
  readonly sold: Amount | null;
}

export const NO_DISCOUNTS: DiscountTally = { orders: 0, discount: 0, sold: 0 };

export function addDiscounts({ orders, discount, sold }: DiscountTally, more: readonly Discounted[]): DiscountTally {
  const isKnown = sold !== null && hasKnownLines(more);
  return {
    orders: orders + more.length,
    discount: discount + sumOf(more, ({ discount_value_wt }) => fromEuros(discount_value_wt)),
    sold: isKnown ? sold + sumOf(more, (order) => fromEuros(order.sold_before_discount_wt ?? 0)) : null,
  };
}

export function calculateTallyPercentage({ discount, sold }: DiscountTally): number | null {
  return calculateDiscountPercentage({
    discount_value_wt: toEuros(discount),
    sold_before_discount_wt: sold === null ? null : toEuros(sold),
  });
}

type NoteLabels = Readonly<
  Record<'leftOut' | 'uncounted' | 'counted', (count: string, amount: string, isOne: boolean) => string>
>;

const NOTE_LABELS: Readonly<Record<Language, NoteLabels>> = {
  nl: {
    leftOut: (count, amount, isOne) =>
      `Niet in het totaal: ${count} negatieve ${isOne ? 'korting' : 'kortingen'} (${amount} incl. btw).`,
    uncounted: (count, amount, isOne) =>
      `In het totaal, maar niet in de omzet: ${count} ${isOne ? 'order die nieuw, in de wacht of geannuleerd is' : 'orders die nieuw, in de wacht of geannuleerd zijn'} (korting ${amount} incl. btw).`,
    counted: (_count, amount) => `Korting in de omzet: ${amount} incl. btw.`,
  },
  en: {
    leftOut: (count, amount, isOne) =>
      `Not in the total: ${count} negative ${isOne ? 'discount' : 'discounts'} (${amount} incl. VAT).`,
    uncounted: (count, amount, isOne) =>
      `In the total, but not in the turnover: ${count} ${isOne ? 'order that is' : 'orders that are'} new, on hold or cancelled (discount ${amount} incl. VAT).`,
    counted: (_count, amount) => `Discount in the turnover: ${amount} incl. VAT.`,
  },
};

/**
 * Says what the total of discounted orders leaves out, which part of it is not turnover, and the discount in the
 * turnover, for page and file; `null` if the total is the discount in the turnover.
 */
export function formatDiscountsNote(
  tallies: Readonly<Record<keyof NoteLabels, DiscountTally>>,
  language: Language,
): string | null {
  const { money, quantity } = createNumberFormat(language);
  const getNote = (name: keyof NoteLabels) => {
    const { orders, discount } = tallies[name];
    return NOTE_LABELS[language][name](quantity(orders), money(toEuros(discount)), orders === 1);
  };
  const parts = (['leftOut', 'uncounted'] as const).filter((name) => tallies[name].orders > 0);
  return parts.length === 0 ? null : [...parts, 'counted' as const].map(getNote).join(' ');
}
