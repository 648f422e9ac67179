import { bookReport } from '../../../shared/book-report.ts';
import type { BookedLine, BookedSubject } from '../../../shared/booking.ts';
import { bookingCode, isOneBooking } from '../../../shared/booking-period.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset-declaration.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import type { Dataset, ExportRow } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { describeSelection } from './describe-selection.ts';
import { decodeFilters } from './filter-decoder.ts';
import { expectBookable } from './journal-refusal.ts';
import { selectReport } from './select-report.ts';

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
export function journalIn<Id extends string>(form: JournalForm<Id>): Dataset<Id> {
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
export function sideOf(amount: Amount): number | null {
  return amount === 0 ? null : toEuros(amount);
}
