import type { Language } from '../../../shared/contract/language.ts';
import type { BookedSubject, Booking } from '../../../shared/journal/booking.ts';
import { toEuros } from '../../../shared/money.ts';
import { ExportError } from '../export-error.ts';
import { type DecimalMark, decimalText } from '../writers/decimal-text.ts';

interface RefusalWords {
  residual(euros: string): string;
  unmapped(subjects: string): string;
  readonly decimalMark: DecimalMark;
}

const WORDS: Readonly<Record<Language, RefusalWords>> = {
  nl: {
    residual: (euros) => `De boeking is niet in evenwicht: debet min credit is € ${euros}.`,
    unmapped: (subjects) => `Zonder grootboekrekening: ${subjects}.`,
    decimalMark: ',',
  },
  en: {
    residual: (euros) => `The booking does not balance: debit less credit is € ${euros}.`,
    unmapped: (subjects) => `Without a ledger account: ${subjects}.`,
    decimalMark: '.',
  },
};

/** Throws `ExportError` `not_bookable` for a booking that is not whole, and says all that is wrong with it. */
export function expectBookable(
  { residual, unmapped }: Pick<Booking, 'residual' | 'unmapped'>,
  language: Language,
): void {
  const words = WORDS[language];
  const faults: string[] = [];
  if (residual !== 0) faults.push(words.residual(decimalText(toEuros(residual), 2, words.decimalMark)));
  if (unmapped.length > 0) faults.push(words.unmapped(unmapped.map(named).join(', ')));
  if (faults.length > 0) throw new ExportError('not_bookable', faults.join(' '));
}

function named({ code, description }: BookedSubject): string {
  return `${code} (${description})`;
}
