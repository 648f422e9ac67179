import type { Language, LocalizedText } from './contract/language.ts';
import type { OrderStatus } from './contract/orders.ts';

/** What staff call the statuses of an order, on the screen as in a file. */
const ORDER_STATUS_LABELS: Readonly<Record<Language, Readonly<Record<OrderStatus, string>>>> = {
  nl: {
    new: 'Nieuw',
    processing: 'In behandeling',
    on_hold: 'In de wacht',
    complete: 'Afgerond',
    refunded: 'Terugbetaald',
    cancelled: 'Geannuleerd',
  },
  en: {
    new: 'New',
    processing: 'Processing',
    on_hold: 'On hold',
    complete: 'Complete',
    refunded: 'Refunded',
    cancelled: 'Cancelled',
  },
};

/** The label of a status; an unknown one is shown as the platform names it. */
export function orderStatusLabel(status: string, language: Language): string {
  const words: Readonly<Record<string, string>> = ORDER_STATUS_LABELS[language];
  return (Object.hasOwn(words, status) ? words[status] : undefined) ?? status;
}

export const STATUS_CHOICES: Readonly<Record<string, LocalizedText>> = Object.fromEntries(
  Object.entries(ORDER_STATUS_LABELS.nl).map(([status, nl]) => [status, { nl, en: orderStatusLabel(status, 'en') }]),
);

export const TERM_CHOICES: Readonly<Record<string, LocalizedText>> = {
  direct: { nl: 'Direct', en: 'Direct' },
  invoice: { nl: 'Op rekening', en: 'On invoice' },
};
