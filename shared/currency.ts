import type { Language } from './contract/language.ts';

/** That of the account, in which every sum is. */
export const ACCOUNT_CURRENCY = 'EUR';

/** An order in another currency is listed with its code, and is in no sum. */
export function isInOtherCurrency(row: object): boolean {
  const { currency } = row as { readonly currency?: unknown };
  return typeof currency === 'string' && currency !== ACCOUNT_CURRENCY;
}

const NOTES: Readonly<Record<Language, (count: number) => string>> = {
  nl: (count) => `${count} ${count === 1 ? 'order' : 'orders'} in een andere valuta niet meegeteld`,
  en: (count) => `${count} ${count === 1 ? 'order' : 'orders'} in another currency not included`,
};

/** How many orders a sum leaves out, in the window as in a file; `null` for none. */
export function otherCurrencyNote(count: number, language: Language): string | null {
  return count === 0 ? null : NOTES[language](count);
}
