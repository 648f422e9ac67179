import { Type } from 'typebox';
import { type CalendarDate, countDaysBetween } from '../../../shared/calendar.ts';
import type { NamedFilter } from '../../../shared/contract/exports.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { Day, optional } from '../../../shared/contract/query.ts';
import { isInOtherCurrency } from '../../../shared/currency.ts';
import { type ColumnsOf, createChoice, type DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { debtors, openInvoices, orders } from '../../../shared/datasets/declarations.ts';
import { AGES, calculateOpenBalance, formatBalanceNote, getAge } from '../../../shared/invoice-ages.ts';
import { fromEuros, sumOf } from '../../../shared/money.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { MIN_DATE, type Period } from '../../../shared/periods.ts';
import type { Dataset, ExportRow, ExportSource, PaperTable, RowBatch, Selection, TextFilters } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { readRounding } from '../running-sums.ts';
import { formatPeriodText } from '../writers/pdf-text.ts';
import { createLocationFilter, decodeFilters, findNamedLocations, getPeriod } from './filters.ts';
import { ORDER_FILTERS, ordersSource } from './orders.ts';
import { createSummary, pickColumns } from './summaries.ts';

/** The ages, with the headings of the debtor list. */
const AGE_CHOICES = Object.fromEntries(
  pickColumns(debtors.columns, ...AGES.map(({ name }) => name)).map(({ id, heading }) => [id, heading]),
);

type InvoiceColumn = ColumnsOf<typeof openInvoices>;

/** What makes an order an invoice, and an invoice open. */
const ON_ACCOUNT = { status: COUNTING_STATUSES.join(','), payment_term: 'invoice' };

const UNPAID = { ...ON_ACCOUNT, is_paid: 'false' };

export const AS_OF = optional(Day('Invoices that were open at the end of this day, even if they have been paid since'));

const FILTERS = Type.Object({
  ...ORDER_FILTERS.properties,
  from: optional(Day('Only invoices of sales from this day on; default: all')),
  to: optional(Day('Only invoices of sales up to this day; default: the day of from, or the last day')),
  as_of: AS_OF,
});

/** Unpaid orders on account, with the days since their purchase, and how much is open for how long. */
export const openInvoicesSource: Dataset<InvoiceColumn> = {
  declaration: openInvoices,
  filters: FILTERS,
  async select(source, texts) {
    const { as_of } = decodeFilters(FILTERS, texts);
    const { invoices, orderFilters, isOpen, description } = await selectInvoices(source, openInvoices, texts);
    if (as_of === undefined) {
      return { ...description, read: () => readWithAges(invoices, source, source.today) };
    }
    const isWhole =
      orderFilters.from === MIN_DATE &&
      orderFilters.to === as_of &&
      !Object.keys(texts).some((name) => PARTIAL_FILTERS.has(name));
    const { location_id } = decodeFilters(ORDER_FILTERS, orderFilters);
    return {
      ...description,
      read: () => readOpenAt(source, invoices, { day: as_of, isOpen, location_id, isWhole }),
    };
  },
};

/** All invoices up to a day, unless the filters name days. */
function getDays({ from, to }: TextFilters, last: CalendarDate): Readonly<Record<'from' | 'to', string>> {
  return from === undefined ? { from: MIN_DATE, to: to ?? last } : { from, to: to ?? from };
}

/**
 * The open invoices that filters of orders select, and how a file describes them. Without `as_of`, all that are read
 * are open. With `as_of`, the day of payment is unknown: another order pays an invoice, and nothing leads to it. An
 * invoice that is paid now counts as open until its last change.
 */
export async function selectInvoices(
  source: ExportSource,
  { fileName }: DatasetDeclaration,
  { as_of, is_paid: _, ...texts }: TextFilters,
) {
  const { language, today } = source;
  const day = as_of ?? today;
  if (day > today) throw new ExportError('invalid_request', 'the filter as_of must not be in the future');
  const { from, to } = getDays(texts, day);
  const isPast = as_of !== undefined;
  if (isPast && from > day) throw new ExportError('invalid_request', 'the filter as_of must not be before from');
  const orderFilters = { ...texts, ...(isPast ? ON_ACCOUNT : UNPAID), from, to: isPast && to > day ? day : to };
  const invoices = await ordersSource.select(source, orderFilters);
  const period = getPeriod(orderFilters);
  const age = formatAge(period, day, language);
  return {
    invoices,
    orderFilters,
    day,
    isOpen: ({ is_paid, date_updated }: ExportRow) =>
      !isPast || is_paid !== true || String(date_updated).slice(0, 10) > day,
    description: {
      nameParts: [fileName[language], day, ...[invoices.place, age].filter((part) => part !== null)],
      place: invoices.place,
      fixed: invoices.fixed ?? [],
      shown: isPast ? ['paid_since'] : [],
      // All days since the first: the age of the invoices is stated instead.
      period: period.from === MIN_DATE ? null : period,
      day,
      filters: [
        ...(isPast ? [{ label: OPEN_AT[language], value: formatDay(day, language), isInHeads: false }] : []),
        ...(age === null ? [] : [{ label: AGE[language], value: age }]),
        ...listOtherFilters(source, invoices),
      ],
    },
  };
}

/** Without the filters that make an order an open invoice. */
function listOtherFilters({ language }: ExportSource, { filters }: Selection): readonly NamedFilter[] {
  const implied = orders.columns.filter(({ id }) => Object.hasOwn(UNPAID, id)).map(({ heading }) => heading[language]);
  return filters.filter(({ label }) => !implied.includes(label));
}

/** The age of an invoice counts from its order: a platform gives no payment term. */
const AGE: LocalizedText = { nl: 'Dagen sinds orderdatum', en: 'Days since order date' };

const OPEN_AT: LocalizedText = { nl: 'Open aan het eind van', en: 'Open at the end of' };

function formatDay(day: CalendarDate, language: Language): string {
  return formatPeriodText({ from: day, to: day }, language);
}

/** Filters that the report, which the list is compared with, does not have. */
const PARTIAL_FILTERS: ReadonlySet<string> = new Set(['shop_id', 'customer_id', 'q']);

interface OpenAt {
  readonly day: CalendarDate;
  readonly isOpen: (row: ExportRow) => boolean;
  readonly location_id: readonly number[] | undefined;
  /** Whether these are all invoices up to that day, limited by location at most. */
  readonly isWhole: boolean;
}

/**
 * The exact balance is known: what was sold on account less what was paid of it up to that day. A note compares the
 * list with it.
 */
async function* readOpenAt(
  source: ExportSource,
  selected: Selection,
  { day, isOpen, location_id, isWhole }: OpenAt,
): AsyncGenerator<RowBatch<InvoiceColumn>> {
  let value = 0;
  let invoices = 0;
  let ages: Pick<RowBatch, 'summaries'> = {};
  for await (const { rows, summaries = [] } of readWithAges(selected, source, day, isOpen)) {
    const summed = rows.filter((row) => !isInOtherCurrency(row));
    value += sumOf(summed, ({ value_wt }) => fromEuros(Number(value_wt)));
    invoices += summed.length;
    ages = { summaries };
    yield { rows, total: null };
  }
  const { language, platform, caller } = source;
  const locations = await findNamedLocations(source, location_id);
  const period = { from: MIN_DATE, to: day };
  const report = await platform.readReport(caller, 'financial', { ...period, ...createLocationFilter(locations) });
  const known = calculateOpenBalance(report);
  const note = formatBalanceNote(
    {
      known,
      listed: isWhole ? value : null,
      tolerance: invoices * (await readRounding(source)),
      until: formatDay(day, language),
    },
    createNumberFormat(language).money,
    language,
  );
  yield {
    ...{ rows: [], total: null, ...ages, unknown: known === null ? ['payments_on_invoice'] : [] },
    ...(note !== null && { totals: { cells: {}, note } }),
  };
}

/** The open invoices with their age, and the amount and number of each age. */
async function* readWithAges(
  selected: Selection,
  { language }: ExportSource,
  today: CalendarDate,
  isOpen: (row: ExportRow) => boolean = () => true,
): AsyncGenerator<RowBatch<InvoiceColumn>> {
  const aged: ExportRow[] = [];
  for await (const { rows, ...batch } of selected.read()) {
    const open = rows.filter(isOpen).map((row) => toInvoiceRow(row, today));
    for (const { key, age, value_wt, value_ex_wt } of open.filter((row) => !isInOtherCurrency(row))) {
      aged.push({ key, age: getAge(Number(age)), invoices: 1, value_wt, value_ex_wt });
    }
    yield { ...batch, rows: open, summaries: [createAgeSummary(aged, language)] };
  }
}

function toInvoiceRow(row: ExportRow, today: CalendarDate): ExportRow<InvoiceColumn> {
  const day = String(row.date_purchased).slice(0, 10);
  const paid_since = row.is_paid === true ? String(row.date_updated).slice(0, 10) : null;
  // It has all columns of an order, including these.
  return {
    ...row,
    date_purchased: day,
    age: countDaysBetween(day, today),
    paid_since,
  } as unknown as ExportRow<InvoiceColumn>;
}

const BY_AGE = {
  title: { nl: 'Naar dagen sinds orderdatum', en: 'By days since order date' },
  by: 'age',
  named: [createChoice('age', 'Dagen sinds orderdatum', 'Days since order date', AGE_CHOICES)],
  summed: [
    ...pickColumns(debtors.columns, 'invoices'),
    ...pickColumns(openInvoices.columns, 'value_wt', 'value_ex_wt'),
  ],
};

function createAgeSummary(aged: readonly ExportRow[], language: Language): PaperTable {
  const getRank = ({ age }: ExportRow) => AGES.findIndex(({ name }) => name === age);
  return createSummary(
    BY_AGE,
    aged.toSorted((one, other) => getRank(one) - getRank(other)),
    language,
  );
}

const DAYS: LocalizedText = { nl: 'dagen', en: 'days' };

const OR_MORE: LocalizedText = { nl: 'of meer', en: 'or more' };

const UP_TO: LocalizedText = { nl: 't/m', en: 'to' };

/** `31 of meer dagen` since the order; `null` for all that are open today. */
function formatAge({ from, to }: Period, today: CalendarDate, language: Language): string | null {
  if (from === MIN_DATE && to >= today) return null;
  const least = Math.max(0, countDaysBetween(to, today));
  const most = from === MIN_DATE ? OR_MORE[language] : `${UP_TO[language]} ${countDaysBetween(from, today)}`;
  return `${least} ${most} ${DAYS[language]}`;
}
