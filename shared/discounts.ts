import type { DiscountOrder } from './contract/discount-orders.ts';
import type { Language } from './contract/language.ts';
import { COUNTING_STATUSES } from './contract/orders.ts';
import { type Amount, fromEuros, percentageOf, sumOf, toEuros } from './money.ts';
import { createNumberFormat } from './number-format.ts';

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

/** Orders together; amounts including VAT. */
export interface DiscountTally {
  readonly orders: number;
  readonly value: Amount;
  readonly discount: Amount;
}

export const NO_DISCOUNTS: DiscountTally = { orders: 0, value: 0, discount: 0 };

export function withDiscounts({ orders, value, discount }: DiscountTally, more: readonly Discounted[]): DiscountTally {
  return {
    orders: orders + more.length,
    value: value + sumOf(more, ({ value_wt }) => fromEuros(value_wt)),
    discount: discount + sumOf(more, ({ discount_value_wt }) => fromEuros(discount_value_wt)),
  };
}

type NoteLabels = Readonly<Record<'leftOut' | 'uncounted', (count: string, amount: string, isOne: boolean) => string>>;

const NOTE_LABELS: Readonly<Record<Language, NoteLabels>> = {
  nl: {
    leftOut: (count, amount, isOne) =>
      `Niet in het totaal: ${count} negatieve ${isOne ? 'korting' : 'kortingen'} (${amount} incl. btw).`,
    uncounted: (count, amount, isOne) =>
      `In het totaal, maar niet in de omzet: ${count} ${isOne ? 'order' : 'orders'} (korting ${amount} incl. btw).`,
  },
  en: {
    leftOut: (count, amount, isOne) =>
      `Not in the total: ${count} negative ${isOne ? 'discount' : 'discounts'} (${amount} incl. VAT).`,
    uncounted: (count, amount, isOne) =>
      `In the total, but not in the turnover: ${count} ${isOne ? 'order' : 'orders'} (discount ${amount} incl. VAT).`,
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
