import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { journal, journalSnelstart } from '../../../shared/datasets/declarations.ts';
import {
  type BookedLine,
  type BookedSubject,
  type Booking,
  bookingCode,
  bookReport,
  isOneBooking,
} from '../../../shared/journal.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import type { Dataset, ExportRow } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { decodeFilters, describeSelection, selectReport } from './filters.ts';

/** What every line of a booking has in common. */
export interface BookingHead {
  readonly code: string;
  /** The last day of what is booked. */
  readonly date: string;
  readonly ledgers: Ledgers;
}

/** How a bookkeeping program wants a booking. */
export interface JournalForm<Id extends string> {
  readonly declaration: DatasetDeclaration<Id>;
  /** What it asks for beside the accounts of the lines; without it nothing can be booked. */
  readonly needed: readonly BookedSubject[];
  toRow(line: BookedLine, head: BookingHead): ExportRow<Id>;
}

/** The booking of a report in that form, whole or not at all. */
function journalIn<Id extends string>(form: JournalForm<Id>): Dataset<Id> {
  const { declaration, needed, toRow } = form;
  return {
    declaration,
    filters: readFinancialReport.query,
    async select(source, texts) {
      const { query, asked } = await selectReport(source, decodeFilters(readFinancialReport.query, texts));
      const { period } = asked;
      if (!isOneBooking(period)) {
        throw new ExportError('invalid_request', 'the filters from and to must lie in one calendar month');
      }
      if (period.from > source.today) {
        throw new ExportError('invalid_request', 'the period of a journal has yet to begin');
      }
      const { platform, caller, language } = source;
      return {
        ...describeSelection(source, declaration, asked),
        count: async () => null,
        async *read() {
          const report = await platform.readReport(caller, 'financial', query);
          const ledgers = await source.ledgers(caller);
          const { lines, residual, unmapped } = bookReport(report, ledgers, language);
          const missing = needed.filter(({ code }) => !Object.hasOwn(ledgers, code));
          expectBookable({ residual, unmapped: [...unmapped, ...missing] }, language);
          const head = { code: bookingCode(period, query.location_id ?? null), date: period.to, ledgers };
          const rows = lines.map((line) => toRow(line, head));
          yield { rows, total: rows.length, asOf: report.generated_at };
        },
      };
    },
  };
}

/** Of the two sides of a line the one that it is not on is empty. */
function sideOf(amount: Amount): number | null {
  return amount === 0 ? null : toEuros(amount);
}

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
function expectBookable({ residual, unmapped }: Pick<Booking, 'residual' | 'unmapped'>, language: Language): void {
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

export const journalSource = journalIn({
  declaration: journal,
  needed: [],
  toRow: ({ key, code, ledger, description, debit, credit }, head) => ({
    key,
    date: head.date,
    booking: head.code,
    ledger,
    description,
    code,
    debit: sideOf(debit),
    credit: sideOf(credit),
  }),
});

const DAYBOOK = { code: 'daybook', description: 'Dagboek' };

/** In the columns that SnelStart documents; no file of it has been tried in SnelStart itself. */
export const journalSnelstartSource = journalIn({
  declaration: journalSnelstart,
  needed: [DAYBOOK],
  toRow: ({ key, ledger, description, debit, credit }, { code, date, ledgers }) => ({
    key,
    fldDagboek: ledgers[DAYBOOK.code] ?? null,
    fldBoekingcode: code,
    fldDatum: date.split('-').reverse().join('-'),
    fldGrootboeknummer: ledger,
    fldOmschrijving: description,
    fldDebet: sideOf(debit),
    fldCredit: sideOf(credit),
  }),
});
