import { addDays } from './calendar.ts';
import type { FinancialReport, ReportRate, UnknownFigure, WholeReport } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import {
  createPaymentCode,
  createRevenueCode,
  createVatCode,
  createVatCodeCode,
  type Ledgers,
} from './contract/ledgers.ts';
import { type Amount, fromEuros, sumOf } from './money.ts';
import type { Period } from './periods.ts';
import { formatRateName } from './vat-return.ts';

/** A code of `shared/contract/ledgers.ts` and its description. */
export interface BookedSubject {
  readonly code: string;
  readonly description: string;
}

/** A line of a booking. Either debit or credit is above 0, and the other is 0. */
export interface BookedLine extends BookedSubject {
  /** Unique in the booking: the code, unless two lines have the same account. */
  readonly key: string;
  /** `null` if the code has no ledger account yet. */
  readonly ledger: string | null;
  /** Code of the line's VAT rate in the bookkeeping program; `null` if it has none. */
  readonly vatCode: string | null;
  readonly debit: Amount;
  readonly credit: Amount;
}

/** The booking of a report. It can be booked if every line has a ledger account and both sides are equal. */
export interface Booking extends Period {
  /** Lines that are debit in the report come first. */
  readonly lines: readonly BookedLine[];
  readonly debit: Amount;
  readonly credit: Amount;
  /** `debit` minus `credit`; 0 if the booking balances. */
  readonly residual: Amount;
  /** Subjects with an amount and without a ledger account, each code once. */
  readonly unmapped: readonly BookedSubject[];
  /** Whether the platform knows every booked section. If not, the booking has no lines. */
  readonly isKnown: boolean;
  /** Names of figures that the platform does not know, as in a report. The lines lack them. */
  readonly unknown: readonly string[];
}

export function isBookable({
  residual,
  unmapped,
  isKnown,
}: Pick<Booking, 'residual' | 'unmapped' | 'isKnown'>): boolean {
  return residual === 0 && unmapped.length === 0 && isKnown;
}

/** A booking covers a day, a month, or days of one month. */
export function isSingleBooking({ from, to }: Period): boolean {
  return from.slice(0, 7) === to.slice(0, 7);
}

/**
 * Unique code of a booking: `TD-20261001` for a day, `TD-202610` for a month, `TD-20261001-20261015` for other days.
 * For one location `-L3` is appended, for several `-L3-5`, and `-S` for shops.
 */
export function createBookingCode(
  { from, to }: Period,
  locationIds: readonly number[] = [],
  shopIds: readonly number[] = [],
): string {
  return `TD-${createPeriodCode({ from, to })}${createPlaceCode('L', locationIds)}${createPlaceCode('S', shopIds)}`;
}

function createPlaceCode(letter: string, ids: readonly number[]): string {
  return ids.length === 0 ? '' : `-${letter}${ids.toSorted((a, b) => a - b).join('-')}`;
}

function createPeriodCode({ from, to }: Period): string {
  if (from === to) return removeDashes(from);
  const isWholeMonth = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return isWholeMonth ? removeDashes(from.slice(0, 7)) : `${removeDashes(from)}-${removeDashes(to)}`;
}

function removeDashes(date: string): string {
  return date.replaceAll('-', '');
}

/**
 * Creates the booking of a report. A negative amount goes to the other side, and 0 is left out.
 *
 * It balances if the parts of the report agree. In this order, its residual is
 *
 *     (payments - direct total)                check `payments`
 *   - (direct parts - direct total)            check `direct_total_wt`
 *   + (not paid - Σ its rates)                 both with VAT
 *   + (settled since - Σ its rates)            both with VAT
 *   + (Σ all bases - Σ groups)                 both without VAT, groups without the row of rounding
 *   + (non-revenue of the direct orders - Σ of its kinds)
 *
 * A difference is reported as the residual and never hidden. Unknown figures have no line and are in `unknown`.
 */
export function bookReport(report: FinancialReport, ledgers: Ledgers, language: Language): Booking {
  const { from, to } = report;
  const unknown = report.unknown.filter((name) => !NOT_BOOKED.includes(name));
  const postings = createPostings(report, POSTING_LABELS[language]);
  const lines = (postings ?? []).filter(({ amount }) => amount !== 0).map((posting) => createLine(posting, ledgers));
  const debit = sumOf(lines, (line) => line.debit);
  const credit = sumOf(lines, (line) => line.credit);
  const isKnown = postings !== null;
  return { from, to, lines, debit, credit, residual: debit - credit, unmapped: listUnmapped(lines), isKnown, unknown };
}

const NOT_BOOKED: readonly string[] = ['cost', 'revenue_wt', 'shops'] satisfies readonly UnknownFigure[];

function createLine({ key, code, description, amount, taxRateId }: Posting, ledgers: Ledgers): BookedLine {
  const findLedger = (subject: string) => (Object.hasOwn(ledgers, subject) ? (ledgers[subject] ?? null) : null);
  const ledger = findLedger(code);
  const vatCode = taxRateId === undefined ? null : findLedger(createVatCodeCode(taxRateId));
  return {
    key,
    code,
    description,
    ledger,
    vatCode,
    debit: Math.max(amount, 0),
    credit: Math.max(0 - amount, 0),
  };
}

function listUnmapped(lines: readonly BookedLine[]): BookedSubject[] {
  const found = new Map<string, BookedSubject>();
  for (const { ledger, code, description } of lines) {
    if (ledger === null && !found.has(code)) found.set(code, { code, description });
  }
  return [...found.values()];
}

/** A posting: positive on the debit side, negative on the credit side. */
interface Posting extends BookedSubject {
  readonly key: string;
  readonly amount: Amount;
  /** Only for VAT. The report does not split the turnover of a group by rate. */
  readonly taxRateId?: number;
}

/**
 * All postings of a report, including those of 0; `null` if a section is unknown. Throws if a figure is not in euros.
 */
function createPostings(report: FinancialReport, labels: PostingLabels): Posting[] | null {
  const { direct_paid, not_paid_now, turnover_by_group } = report;
  const { non_revenue } = report.revenue;
  if (direct_paid === null || not_paid_now === null || turnover_by_group === null || non_revenue === null) return null;
  const { settled_since } = not_paid_now;
  const { gift_cards, tips, prepayments, other, payments_on_invoice } = non_revenue;
  const invoiced = fromEuros(not_paid_now.total_wt) + fromEuros(settled_since.total_wt);
  const rates = [...direct_paid.rates, ...not_paid_now.rates, ...settled_since.rates];
  return [
    ...createPaymentPostings(direct_paid.payment_methods, labels),
    createDebit('differences', labels.differences, fromEuros(direct_paid.differences)),
    createDebit('receivables', labels.receivables, invoiced),
    ...createRevenuePostings(turnover_by_group.rows, labels),
    ...createVatPostings(rates, labels),
    createCredit('gift_cards', labels.giftCards, fromEuros(gift_cards)),
    createCredit('tips', labels.tips, fromEuros(tips)),
    createCredit('prepayments', labels.prepayments, fromEuros(prepayments)),
    createCredit('other_non_revenue', labels.otherNonRevenue, fromEuros(other)),
    {
      ...createCredit('receivables', labels.paymentsOnInvoice, fromEuros(payments_on_invoice)),
      key: 'receivables:paid',
    },
  ];
}

/** Methods of one type are paid out together, so they share an account. */
function createPaymentPostings(
  methods: WholeReport['direct_paid']['payment_methods'],
  labels: PostingLabels,
): Posting[] {
  const byType = Map.groupBy(methods, ({ type_alias }) => type_alias);
  return [...byType].map(([typeAlias, alike]) =>
    createDebit(
      createPaymentCode(typeAlias),
      labels.payment(joinTitles(alike)),
      sumOf(alike, ({ amount }) => fromEuros(amount)),
    ),
  );
}

/** The row of rounding differences has no code. It is booked with the payments. */
function createRevenuePostings(rows: WholeReport['turnover_by_group']['rows'], labels: PostingLabels): Posting[] {
  const byCode = Map.groupBy(rows, ({ product_group_code }) => product_group_code);
  return [...byCode].flatMap(([code, alike]) =>
    code === null
      ? []
      : createCredit(
          createRevenueCode(code),
          labels.revenue(joinTitles(alike)),
          sumOf(alike, ({ total }) => fromEuros(total)),
        ),
  );
}

/** VAT is the amount including VAT minus the amount excluding VAT. It is never calculated from a percentage. */
function createVatPostings(rates: readonly ReportRate[], { vat }: PostingLabels): Posting[] {
  const byRate = Map.groupBy(rates.toSorted(compareRates), ({ tax_rate_id }) => tax_rate_id);
  return [...byRate].map(([taxRateId, alike]) => ({
    ...createCredit(
      createVatCode(taxRateId),
      joinUnique(alike.map(vat)),
      sumOf(alike, ({ total_wt, base }) => fromEuros(total_wt) - fromEuros(base)),
    ),
    taxRateId,
  }));
}

/** Sorted by country and highest rate, as in the report, including rates of invoices only. */
function compareRates(a: ReportRate, b: ReportRate): number {
  if (a.country_iso2 !== b.country_iso2) return a.country_iso2 < b.country_iso2 ? -1 : 1;
  return b.value - a.value || a.tax_rate_id - b.tax_rate_id;
}

function joinTitles(rows: readonly { readonly title: string }[]): string {
  return joinUnique(rows.map(({ title }) => title));
}

function joinUnique(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

function createDebit(code: string, description: string, amount: Amount): Posting {
  return { key: code, code, description, amount };
}

function createCredit(code: string, description: string, amount: Amount): Posting {
  return { key: code, code, description, amount: 0 - amount };
}

/** Formats the rate as in the report, with a plain space that bookkeeping programs can find. */
function formatRate(rate: ReportRate, language: Language): string {
  return `${formatRateName(rate, language).replace('\u00a0', ' ')} ${rate.country_iso2}`;
}

/** Descriptions of the lines of a booking. */
interface PostingLabels {
  payment(titles: string): string;
  revenue(titles: string): string;
  vat(rate: ReportRate): string;
  readonly differences: string;
  readonly receivables: string;
  readonly giftCards: string;
  readonly tips: string;
  readonly prepayments: string;
  readonly otherNonRevenue: string;
  readonly paymentsOnInvoice: string;
}

const POSTING_LABELS: Readonly<Record<Language, PostingLabels>> = {
  nl: {
    payment: (titles) => `Betaalwijze ${titles}`,
    revenue: (titles) => `Omzet ${titles}`,
    vat: (rate) => `Btw ${formatRate(rate, 'nl')}`,
    differences: 'Afrondingsverschillen',
    receivables: 'Verkocht op rekening',
    giftCards: 'Verkochte cadeaubonnen',
    tips: 'Fooien',
    prepayments: 'Vooruitbetalingen',
    otherNonRevenue: 'Overig, geen omzet',
    paymentsOnInvoice: 'Ontvangen op facturen',
  },
  en: {
    payment: (titles) => `Payment by ${titles}`,
    revenue: (titles) => `Turnover ${titles}`,
    vat: (rate) => `VAT ${formatRate(rate, 'en')}`,
    differences: 'Rounding differences',
    receivables: 'Sold on account',
    giftCards: 'Gift cards sold',
    tips: 'Tips',
    prepayments: 'Prepayments',
    otherNonRevenue: 'Other, no turnover',
    paymentsOnInvoice: 'Received on invoices',
  },
};
