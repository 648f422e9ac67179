import type { DiscountOrder, listDiscountOrders } from './contract/discount-orders.ts';
import type { QueryOf } from './contract/endpoint.ts';
import type { Language } from './contract/language.ts';
import { COUNTING_STATUSES, type OrderRow } from './contract/orders.ts';
import { type Amount, fromEuros, percentageOf, sumOf, toEuros } from './money.ts';
import { createNumberFormat } from './number-format.ts';

type DiscountedValues = Pick<DiscountOrder, 'value_wt' | 'discount_value_wt'>;

type Discounted = Pick<DiscountOrder, 'discount_value_wt' | 'sold_before_discount_wt'>;

/** 5 cents: up to this amount a difference may be rounding, and not a discount. */
const ROUNDING_MAX: Amount = 500;

/** The order is part of the figures; one that is new, on hold or cancelled is not. */
export function isCounting({ status }: Pick<DiscountOrder, 'status'>): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

/** Nothing is left to pay: what the API calls a full discount. */
export function isFullyDiscounted({ value_wt }: DiscountedValues): boolean {
  return value_wt === 0;
}

/** Taken back, such as by a return. */
export function isNegativeDiscount({ discount_value_wt }: DiscountedValues): boolean {
  return discount_value_wt < 0;
}

/** An order of a list of orders, or of discounted ones. */
export type ReturnableOrder = Pick<OrderRow, 'value_wt' | 'discount_value_wt'> &
  Partial<Pick<DiscountOrder, 'sold_before_discount_wt'>>;

/** More came back than was sold. What was given for free comes back for nothing, with its discount. */
export function isReturn({ value_wt, discount_value_wt, sold_before_discount_wt }: ReturnableOrder): boolean {
  return value_wt < 0 || ((discount_value_wt ?? 0) < 0 && sold_before_discount_wt === 0);
}

/** The discount is a difference of rounding and nothing else; an order of a few cents that was given away is not. */
export function isRoundingOnly(order: DiscountedValues): boolean {
  const size = Math.abs(fromEuros(order.discount_value_wt));
  return size > 0 && size <= ROUNDING_MAX && !isFullyDiscounted(order);
}

/** What selects discounted orders by themselves, as the API takes it; all of it holds at once. */
export type DiscountFilters = Omit<QueryOf<typeof listDiscountOrders>, 'from' | 'to' | 'shop_id' | 'location_id'>;

/** Whether the filters select an order that has a discount. */
export function isDiscountListed(order: DiscountOrder, filters: DiscountFilters): boolean {
  const { include_negative, only_negative, min_percentage, min_discount_wt = 0 } = filters;
  return (
    (isNegativeDiscount(order) ? include_negative === true || only_negative === true : !only_negative) &&
    (!filters.only_full || isFullyDiscounted(order)) &&
    (!filters.only_counting || isCounting(order)) &&
    (!filters.hide_rounding || !isRoundingOnly(order)) &&
    (min_percentage === undefined || isDiscountFrom(order, min_percentage)) &&
    Math.abs(order.discount_value_wt) >= min_discount_wt
  );
}

/** The discount is at least that part of the value before it; one that was taken back is no part of it. */
function isDiscountFrom(order: Discounted, percentage: number): boolean {
  return (discountPercentage(order) ?? Number.NEGATIVE_INFINITY) >= percentage;
}

/** Why `min_percentage` cannot be answered, where the lines of an order are not known. */
export const PERCENTAGES_UNKNOWN =
  'min_percentage: the platform does not give the lines of discounted orders, so that their percentage is not known. Leave it out.';

/**
 * The discount in percent of the value before it of the lines that were sold, both including VAT. Null if nothing was
 * sold, if the lines are not known, and if the discount is no part of that value, such as one that was taken back.
 */
export function discountPercentage({ discount_value_wt, sold_before_discount_wt }: Discounted): number | null {
  const discount = fromEuros(discount_value_wt);
  const sold = fromEuros(sold_before_discount_wt ?? 0);
  return discount < 0 || discount > sold ? null : percentageOf(discount, sold);
}

/** Whether the platform gives the lines of these orders, without which there is no percentage. */
export function areLinesKnown(orders: readonly Pick<Discounted, 'sold_before_discount_wt'>[]): boolean {
  return orders.every(({ sold_before_discount_wt }) => sold_before_discount_wt !== null);
}

/** Orders together; amounts including VAT. */
export interface DiscountTally {
  readonly orders: number;
  readonly discount: Amount;
  /** Before discount, of the lines that were sold; null if those of an order are not known. */
  readonly sold: Amount | null;
}

export const NO_DISCOUNTS: DiscountTally = { orders: 0, discount: 0, sold: 0 };

export function withDiscounts({ orders, discount, sold }: DiscountTally, more: readonly Discounted[]): DiscountTally {
  const isKnown = sold !== null && areLinesKnown(more);
  return {
    orders: orders + more.length,
    discount: discount + sumOf(more, ({ discount_value_wt }) => fromEuros(discount_value_wt)),
    sold: isKnown ? sold + sumOf(more, (order) => fromEuros(order.sold_before_discount_wt ?? 0)) : null,
  };
}

export function percentageOfTally({ discount, sold }: DiscountTally): number | null {
  return discountPercentage({
    discount_value_wt: toEuros(discount),
    sold_before_discount_wt: sold === null ? null : toEuros(sold),
  });
}

type NoteLabels = Readonly<Record<'leftOut' | 'uncounted', (count: string, amount: string, isOne: boolean) => string>>;

const NOTE_LABELS: Readonly<Record<Language, NoteLabels>> = {
  nl: {
    leftOut: (count, amount, isOne) =>
      `Niet in het totaal: ${count} negatieve ${isOne ? 'korting' : 'kortingen'} (${amount} incl. btw).`,
    uncounted: (count, amount, isOne) =>
      `In het totaal, maar niet in de omzet: ${count} ${isOne ? 'order die nieuw, in de wacht of geannuleerd is' : 'orders die nieuw, in de wacht of geannuleerd zijn'} (korting ${amount} incl. btw).`,
  },
  en: {
    leftOut: (count, amount, isOne) =>
      `Not in the total: ${count} negative ${isOne ? 'discount' : 'discounts'} (${amount} incl. VAT).`,
    uncounted: (count, amount, isOne) =>
      `In the total, but not in the turnover: ${count} ${isOne ? 'order that is' : 'orders that are'} new, on hold or cancelled (discount ${amount} incl. VAT).`,
  },
};

/**
 * What the total of a list of discounted orders leaves out, and what of it is in no turnover, on the page as in a file;
 * null where there is neither.
 */
export function discountsNote(
  tallies: Readonly<Record<keyof NoteLabels, DiscountTally>>,
  language: Language,
): string | null {
  const { money, quantity } = createNumberFormat(language);
  const parts = (['leftOut', 'uncounted'] as const).flatMap((name) => {
    const { orders, discount } = tallies[name];
    if (orders === 0) return [];
    return [NOTE_LABELS[language][name](quantity(orders), money(toEuros(discount)), orders === 1)];
  });
  return parts.join(' ') || null;
}
