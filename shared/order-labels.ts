import type { QueryOf } from './contract/endpoint.ts';
import type { Language, LocalizedText } from './contract/language.ts';
import type { ItemType, listOrders, OrderStatus, OrderSums } from './contract/orders.ts';
import { formatOtherCurrencyNote } from './currency.ts';
import { fromEuros, toEuros } from './money.ts';
import { NOT_KNOWN } from './unknown-figures.ts';

/** Labels of order statuses, for window and files. */
export const STATUS_CHOICES: Readonly<Record<string, LocalizedText>> = {
  new: { nl: 'Nieuw', en: 'New' },
  processing: { nl: 'In behandeling', en: 'Processing' },
  on_hold: { nl: 'In de wacht', en: 'On hold' },
  complete: { nl: 'Afgerond', en: 'Complete' },
  refunded: { nl: 'Terugbetaald', en: 'Refunded' },
  cancelled: { nl: 'Geannuleerd', en: 'Cancelled' },
} satisfies Record<OrderStatus, LocalizedText>;

/** Returns the label of a status. Other platforms' statuses are shown as they are. `null` means unknown. */
export function getOrderStatusLabel(status: string | null, language: Language): string {
  if (status === null) return NOT_KNOWN[language];
  return (Object.hasOwn(STATUS_CHOICES, status) ? STATUS_CHOICES[status]?.[language] : undefined) ?? status;
}

export const TERM_CHOICES: Readonly<Record<string, LocalizedText>> = {
  direct: { nl: 'Direct', en: 'Direct' },
  invoice: { nl: 'Op rekening', en: 'On account' },
};

/** Returns the label of a payment term. Other platforms' terms are shown as they are. `null` means unknown. */
export function getPaymentTermLabel(term: string | null, language: Language): string {
  if (term === null) return NOT_KNOWN[language];
  return (Object.hasOwn(TERM_CHOICES, term) ? TERM_CHOICES[term]?.[language] : undefined) ?? term;
}

/** Labels of item types. */
export const ITEM_TYPE_CHOICES: Readonly<Record<string, LocalizedText>> = {
  product: { nl: 'Artikel', en: 'Product' },
  gift_card: { nl: 'Cadeaubon', en: 'Gift card' },
  tip: { nl: 'Fooi', en: 'Tip' },
  invoice_payment: { nl: 'Betaling van een factuur', en: 'Payment of an invoice' },
  prepayment: { nl: 'Vooruitbetaling', en: 'Prepayment' },
  other: { nl: 'Overig, geen omzet', en: 'Other, no turnover' },
  rounding: { nl: 'Afronding', en: 'Rounding' },
} satisfies Record<ItemType, LocalizedText>;

const SUM_LABELS = {
  nl: {
    uncounted: (count: string, isOne: boolean) => `${count} ${isOne ? 'order' : 'orders'} niet in de omzet`,
    cancelled: (count: string) => `, waarvan ${count} geannuleerd`,
    nonRevenue: 'cadeaubonnen, fooien, betaalde facturen e.d.',
    turnover: 'omzet incl. btw',
  },
  en: {
    uncounted: (count: string, isOne: boolean) => `${count} ${isOne ? 'order' : 'orders'} not in the turnover`,
    cancelled: (count: string) => `, ${count} of them cancelled`,
    nonRevenue: 'gift cards, tips, paid invoices etc.',
    turnover: 'turnover incl. VAT',
  },
} satisfies Record<Language, unknown>;

type SumsToTurnover = Pick<
  OrderSums,
  | 'value_wt'
  | 'cancelled_orders'
  | 'uncounted_orders'
  | 'uncounted_value_wt'
  | 'non_revenue_wt'
  | 'excluded_other_currency'
>;

type OrderQuery = { readonly [Name in keyof QueryOf<typeof listOrders>]?: unknown };

/** With these filters a list states the turnover of its orders. With any other filter it states none. */
const TURNOVER_PARAMETERS: readonly string[] = [
  'from',
  'to',
  'shop_id',
  'location_id',
  'status',
  'customer_id',
  'sort',
] satisfies readonly (keyof OrderQuery)[];

interface NoteFormat {
  readonly amount: (euros: number) => string;
  readonly quantity: (count: number) => string;
}

/**
 * Formats what the total of a list of orders leaves out, and how it relates to the turnover; `null` if there is nothing
 * to say.
 */
export function formatOrderSumsNote(
  sums: SumsToTurnover,
  query: OrderQuery,
  language: Language,
  format: NoteFormat,
): string | null {
  const leftOut = formatOtherCurrencyNote(sums.excluded_other_currency ?? 0, language);
  return (
    [formatTurnoverNote(sums, query, language, format), leftOut].filter((note) => note !== null).join('; ') || null
  );
}

/**
 * Calculates the turnover including VAT of the listed orders, in euros. `null` if another filter than those of
 * `TURNOVER_PARAMETERS` is set, or the money that is not turnover is unknown.
 */
export function calculateTurnover(
  { value_wt, uncounted_value_wt, non_revenue_wt }: SumsToTurnover,
  query: OrderQuery,
): number | null {
  const isLimited = Object.entries(query).some(
    ([name, value]) => value !== undefined && !TURNOVER_PARAMETERS.includes(name),
  );
  if (isLimited || non_revenue_wt === null) return null;
  return toEuros(fromEuros(value_wt) - fromEuros(uncounted_value_wt) - fromEuros(non_revenue_wt));
}

/**
 * Formats in one line how the total of the listed orders becomes the turnover. Leaves out parts without orders. `null`
 * if filters exclude part of the turnover or non-revenue is unknown.
 */
function formatTurnoverNote(
  sums: SumsToTurnover,
  query: OrderQuery,
  language: Language,
  { amount, quantity }: NoteFormat,
): string | null {
  const turnover = calculateTurnover(sums, query);
  if (turnover === null) return null;
  const { value_wt, cancelled_orders: cancelled, uncounted_orders: uncounted, uncounted_value_wt } = sums;
  const nonRevenue = sums.non_revenue_wt ?? 0;
  const labels = SUM_LABELS[language];
  const formatTerm = (euros: number, label: string) => `${euros < 0 ? '+' : '−'} ${amount(Math.abs(euros))} (${label})`;
  const cancelledText = cancelled === 0 ? '' : labels.cancelled(quantity(cancelled));
  return [
    amount(value_wt),
    ...(uncounted === 0
      ? []
      : [formatTerm(uncounted_value_wt, labels.uncounted(quantity(uncounted), uncounted === 1) + cancelledText)]),
    ...(nonRevenue === 0 ? [] : [formatTerm(nonRevenue, labels.nonRevenue)]),
    `= ${amount(turnover)} ${labels.turnover}`,
  ].join(' ');
}
