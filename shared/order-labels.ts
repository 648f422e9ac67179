import type { Language, LocalizedText } from './contract/language.ts';
import type { OrderStatus } from './contract/orders.ts';

/** What staff call the statuses of an order, on the screen as in a file. */
export const STATUS_CHOICES: Readonly<Record<string, LocalizedText>> = {
  new: { nl: 'Nieuw', en: 'New' },
  processing: { nl: 'In behandeling', en: 'Processing' },
  on_hold: { nl: 'In de wacht', en: 'On hold' },
  complete: { nl: 'Afgerond', en: 'Complete' },
  refunded: { nl: 'Terugbetaald', en: 'Refunded' },
  cancelled: { nl: 'Geannuleerd', en: 'Cancelled' },
} satisfies Record<OrderStatus, LocalizedText>;

/** The label of a status; an unknown one has the name that the platform gives it. */
export function orderStatusLabel(status: string, language: Language): string {
  return (Object.hasOwn(STATUS_CHOICES, status) ? STATUS_CHOICES[status]?.[language] : undefined) ?? status;
}

export const TERM_CHOICES: Readonly<Record<string, LocalizedText>> = {
  direct: { nl: 'Direct', en: 'Direct' },
  invoice: { nl: 'Op rekening', en: 'On invoice' },
};

/** The label of a payment term; an unknown one has the name that the platform gives it. */
export function paymentTermLabel(term: string, language: Language): string {
  return (Object.hasOwn(TERM_CHOICES, term) ? TERM_CHOICES[term]?.[language] : undefined) ?? term;
}
