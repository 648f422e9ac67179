import type { Language } from './contract/language.ts';

/** What the lines of a booking are called. */
export interface PostingWords {
  payment(titles: string): string;
  revenue(titles: string): string;
  /** `percentage` without its sign. */
  vat(countryIso2: string, percentage: string): string;
  readonly decimalMark: ',' | '.';
  readonly differences: string;
  readonly receivables: string;
  readonly giftCards: string;
  readonly tips: string;
  readonly prepayments: string;
  readonly paymentsOnInvoice: string;
}

export const POSTING_WORDS: Readonly<Record<Language, PostingWords>> = {
  nl: {
    payment: (titles) => `Betaalwijze ${titles}`,
    revenue: (titles) => `Omzet ${titles}`,
    vat: (countryIso2, percentage) => `Btw ${countryIso2} ${percentage}%`,
    decimalMark: ',',
    differences: 'Afrondingsverschillen',
    receivables: 'Verkocht op rekening',
    giftCards: 'Verkochte cadeaubonnen',
    tips: 'Fooien',
    prepayments: 'Vooruitbetalingen',
    paymentsOnInvoice: 'Betalingen op eerdere facturen',
  },
  en: {
    payment: (titles) => `Payment by ${titles}`,
    revenue: (titles) => `Revenue ${titles}`,
    vat: (countryIso2, percentage) => `VAT ${countryIso2} ${percentage}%`,
    decimalMark: '.',
    differences: 'Rounding differences',
    receivables: 'Sold on invoice',
    giftCards: 'Gift cards sold',
    tips: 'Tips',
    prepayments: 'Prepayments',
    paymentsOnInvoice: 'Payments on earlier invoices',
  },
};
