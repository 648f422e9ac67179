import type { BookedLine, BookedSubject, Booking } from './booking.ts';
import type { FinancialReport } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import type { Ledgers } from './contract/ledgers.ts';
import { sumOf } from './money.ts';
import { POSTING_WORDS } from './posting-words.ts';
import { type Posting, postingsOf } from './postings.ts';

/**
 * The booking of a report. An amount below 0 goes to the other side, one of 0 is left out.
 *
 * It balances when the parts of the report agree. With the terms in order, its residual is
 *
 *     (payments - direct total)                check `payments`
 *   - (direct parts - direct total)            check `direct_total_wt`
 *   + (not paid - Σ its rates)                 both with VAT
 *   + (settled since - Σ its rates)            both with VAT
 *   + (Σ all bases - Σ groups)                 both without VAT, groups without the row of rounding
 *   + (non-revenue of the direct orders - Σ of its kinds)
 *
 * What differs there is told as the residual and never plugged.
 */
export function bookReport(report: FinancialReport, ledgers: Ledgers, language: Language): Booking {
  const { from, to } = report;
  const lines = postingsOf(report, POSTING_WORDS[language])
    .filter(({ amount }) => amount !== 0)
    .map((posting) => lineOf(posting, ledgers));
  const debit = sumOf(lines, (line) => line.debit);
  const credit = sumOf(lines, (line) => line.credit);
  return { from, to, lines, debit, credit, residual: debit - credit, unmapped: unmappedOf(lines) };
}

function lineOf({ key, code, description, amount }: Posting, ledgers: Ledgers): BookedLine {
  const ledger = Object.hasOwn(ledgers, code) ? (ledgers[code] ?? null) : null;
  return {
    key,
    code,
    description,
    ledger,
    debit: Math.max(amount, 0),
    credit: Math.max(0 - amount, 0),
  };
}

function unmappedOf(lines: readonly BookedLine[]): BookedSubject[] {
  const found = new Map<string, BookedSubject>();
  for (const { ledger, code, description } of lines) {
    if (ledger === null && !found.has(code)) found.set(code, { code, description });
  }
  return [...found.values()];
}
