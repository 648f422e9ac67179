import type { Language } from '../../../shared/contract/language.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { journal, journalSnelstart } from '../../../shared/datasets/declarations.ts';
import {
  type BookedLine,
  type BookedSubject,
  type Booking,
  bookReport,
  createBookingCode,
  isSingleBooking,
} from '../../../shared/journal.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import { formatUnknownLabels } from '../../../shared/unknown-figures.ts';
import type { Dataset, ExportRow } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { decodeFilters, describeSelection, REPORT_FILTERS, selectReport } from './filters.ts';

export interface BookingHead {
  readonly code: string;
  /** The last day that is booked. */
  readonly date: string;
  readonly ledgers: Ledgers;
}

export interface JournalForm<Id extends string> {
  readonly declaration: DatasetDeclaration<Id>;
  /** What it needs besides the accounts of the lines; without it nothing can be booked. */
  readonly needed: readonly BookedSubject[];
  toRow(line: BookedLine, head: BookingHead): ExportRow<Id>;
}

function createJournalDataset<Id extends string>(form: JournalForm<Id>): Dataset<Id> {
  const { declaration, needed, toRow } = form;
  return {
    declaration,
    filters: REPORT_FILTERS,
    async select(source, texts) {
      const { query, scope } = await selectReport(source, decodeFilters(REPORT_FILTERS, texts));
      const { period } = scope;
      if (!isSingleBooking(period)) {
        throw new ExportError('invalid_request', 'the filters from and to must lie in one calendar month');
      }
      if (period.from > source.today) {
        throw new ExportError('invalid_request', 'the period of a journal must not begin in the future');
      }
      const { platform, caller, language } = source;
      return {
        ...describeSelection(source, declaration, scope),
        async *read() {
          const report = await platform.readReport(caller, 'financial', query);
          const ledgers = await source.ledgers(caller);
          const { lines, residual, unmapped, isKnown, unknown } = bookReport(report, ledgers, language);
          const missing = needed.filter(({ code }) => !Object.hasOwn(ledgers, code));
          assertBookable({ residual, unmapped: [...unmapped, ...missing], isKnown, unknown }, language);
          const head = { code: createBookingCode(period, query.location_id, query.shop_id), date: period.to, ledgers };
          const rows = lines.map((line) => toRow(line, head));
          const totals = { cells: {}, note: MESSAGES[language].balanced };
          yield { rows, total: rows.length, asOf: report.generated_at, unknown, totals };
        },
      };
    },
  };
}

/** `null` for the side that a line is not booked on. */
function toSide(amount: Amount): number | null {
  return amount === 0 ? null : toEuros(amount);
}

const MESSAGES = {
  nl: {
    notKnown: 'Niet te boeken, want dit platform geeft niet door',
    residual: 'De boeking is niet in evenwicht: debet min credit is',
    unmapped: 'Zonder grootboekrekening',
    balanced: 'Debet en credit zijn gelijk.',
    locale: 'nl-NL',
  },
  en: {
    notKnown: 'Cannot be booked, as this platform does not give',
    residual: 'The booking does not balance: debit less credit is',
    unmapped: 'Without a ledger account',
    balanced: 'Debit and credit are equal.',
    locale: 'en-GB',
  },
} as const satisfies Readonly<Record<Language, object>>;

/** Throws `ExportError` `not_bookable` for an incomplete booking; the message has all its problems. */
function assertBookable(
  { residual, unmapped, isKnown, unknown }: Pick<Booking, 'residual' | 'unmapped' | 'isKnown' | 'unknown'>,
  language: Language,
): void {
  const messages = MESSAGES[language];
  const euros = toEuros(residual).toLocaleString(messages.locale, DECIMALS);
  const subjects = unmapped.map(({ code, description }) => `${code} (${description})`).join(', ');
  const problems = [
    ...(isKnown ? [] : [`${messages.notKnown}: ${formatUnknownLabels(unknown, language)}.`]),
    ...(residual === 0 ? [] : [`${messages.residual} € ${euros}.`]),
    ...(unmapped.length === 0 ? [] : [`${messages.unmapped}: ${subjects}.`]),
  ];
  if (problems.length > 0) throw new ExportError('not_bookable', problems.join(' '));
}

const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 4 };

export const journalSource = createJournalDataset({
  declaration: journal,
  needed: [],
  toRow: ({ key, code, ledger, description, vatCode, debit, credit }, head) => ({
    key,
    date: head.date,
    booking: head.code,
    ledger,
    description,
    code,
    vat_code: vatCode,
    debit: toSide(debit),
    credit: toSide(credit),
  }),
});

const DAYBOOK = { code: 'daybook', description: 'Dagboek' };

/** The columns that SnelStart documents. No file of it has been tried in SnelStart itself. */
export const journalSnelstartSource = createJournalDataset({
  declaration: journalSnelstart,
  needed: [DAYBOOK],
  toRow: ({ key, ledger, description, debit, credit }, { code, date, ledgers }) => ({
    key,
    fldDagboek: ledgers[DAYBOOK.code] ?? null,
    fldBoekingcode: code,
    fldDatum: date.split('-').reverse().join('-'),
    fldGrootboeknummer: ledger,
    fldOmschrijving: description,
    fldDebet: toSide(debit),
    fldCredit: toSide(credit),
  }),
});
