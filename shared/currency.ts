import type { Language } from './contract/language.ts';

/** The currency of the account and of every sum. */
export const ACCOUNT_CURRENCY = 'EUR';

/** Whether the order is in another currency. It is listed with its code and excluded from sums. */
export function isInOtherCurrency(row: object): boolean {
  const { currency } = row as { readonly currency?: unknown };
  return typeof currency === 'string' && currency !== ACCOUNT_CURRENCY;
}

const NOTES: Readonly<Record<Language, (count: number) => string>> = {
  nl: (count) => `${count} ${count === 1 ? 'order' : 'orders'} in een andere valuta niet meegeteld`,
  en: (count) => `${count} ${count === 1 ? 'order' : 'orders'} in another currency not included`,
};

/** Formats how many orders a sum excludes, for window and files; `null` if none. */
export function formatOtherCurrencyNote(count: number, language: Language): string | null {
  return count === 0 ? null : NOTES[language](count);
}
