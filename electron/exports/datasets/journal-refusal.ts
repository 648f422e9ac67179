import type { BookedSubject, Booking } from '../../../shared/booking.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import { ExportError } from '../export-error.ts';

interface RefusalWords {
  residual(euros: string): string;
  unmapped(subjects: string): string;
  readonly locale: string;
}

const WORDS: Readonly<Record<Language, RefusalWords>> = {
  nl: {
    residual: (euros) => `De boeking is niet in evenwicht: debet min credit is € ${euros}.`,
    unmapped: (subjects) => `Zonder grootboekrekening: ${subjects}.`,
    locale: 'nl-NL',
  },
  en: {
    residual: (euros) => `The booking does not balance: debit less credit is € ${euros}.`,
    unmapped: (subjects) => `Without a ledger account: ${subjects}.`,
    locale: 'en-GB',
  },
};

/** Throws `ExportError` `not_bookable` for a booking that is not whole, and says all that is wrong with it. */
export function expectBookable(
  { residual, unmapped }: Pick<Booking, 'residual' | 'unmapped'>,
  language: Language,
): void {
  const words = WORDS[language];
  const faults: string[] = [];
  if (residual !== 0) faults.push(words.residual(amountText(residual, words.locale)));
  if (unmapped.length > 0) faults.push(words.unmapped(unmapped.map(named).join(', ')));
  if (faults.length > 0) throw new ExportError('not_bookable', faults.join(' '));
}

function amountText(amount: Amount, locale: string): string {
  return toEuros(amount).toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
}

function named({ code, description }: BookedSubject): string {
  return `${code} (${description})`;
}
