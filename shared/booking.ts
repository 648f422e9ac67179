import type { Amount } from './money.ts';
import type { Period } from './periods.ts';

/** What is booked on: a code of `shared/contract/ledgers.ts` and what people call it. */
export interface BookedSubject {
  readonly code: string;
  readonly description: string;
}

/** One line of a booking: either debit or credit is above 0, the other is 0. Never both, never below 0. */
export interface BookedLine extends BookedSubject {
  /** Names the line in its booking: its code, but where two lines are on one account. */
  readonly key: string;
  /** Null where the code has no ledger account yet. */
  readonly ledger: string | null;
  readonly debit: Amount;
  readonly credit: Amount;
}

/** The booking of a report. It may be booked when every line has a ledger account and both sides are equal. */
export interface Booking extends Period {
  /** Those on the debit side of the report first. */
  readonly lines: readonly BookedLine[];
  readonly debit: Amount;
  readonly credit: Amount;
  /** debit minus credit; 0 in a booking that balances. */
  readonly residual: Amount;
  /** What has an amount and no ledger account, each code once. */
  readonly unmapped: readonly BookedSubject[];
}

export function isBookable({ residual, unmapped }: Pick<Booking, 'residual' | 'unmapped'>): boolean {
  return residual === 0 && unmapped.length === 0;
}
