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
import { periodText } from '../writers/pdf-text.ts';
import { decodeFilters, locationFilter, locationsNamedBy, periodFrom } from './filters.ts';
import { ORDER_FILTERS, ordersSource } from './orders.ts';
import { columnsNamed, summaryOf } from './summaries.ts';

/** Of the debtor list, whose columns are the same ages. */
const AGE_CHOICES = Object.fromEntries(
  columnsNamed(debtors.columns, ...AGES.map(({ name }) => name)).map(({ id, heading }) => [id, heading]),
);

type InvoiceColumn = ColumnsOf<typeof openInvoices>;

/** What makes an order an invoice, and an invoice an open one. */
const ON_ACCOUNT = { status: COUNTING_STATUSES.join(','), payment_term: 'invoice' };

const UNPAID = { ...ON_ACCOUNT, is_paid: 'false' };

export const AS_OF = optional(Day('Those that were open at the end of this day, also where they have been paid since'));

const FILTERS = Type.Object({
  ...ORDER_FILTERS.properties,
  from: optional(Day('Only invoices of sales from this day on; all unless it is given')),
  to: optional(
    Day('Only invoices of sales up to this day; unless it is given, the day of from, or without it the last one'),
  ),
  as_of: AS_OF,
});

/** Orders on account that are not paid, with the days since their purchase, and how much is open for how long. */
export const openInvoicesSource: Dataset<InvoiceColumn> = {
  declaration: openInvoices,
  filters: FILTERS,
  async select(source, texts) {
    const { as_of } = decodeFilters(FILTERS, texts);
    const { invoices, asked, isOpen, description } = await selectInvoices(source, openInvoices, texts);
    if (as_of === undefined) {
      return { ...description, read: () => withAges(invoices, source, source.today) };
    }
    const isWhole =
      asked.from === MIN_DATE && asked.to === as_of && !Object.keys(texts).some((name) => OF_PART.has(name));
    const { location_id } = decodeFilters(ORDER_FILTERS, asked);
    return {
      ...description,
      read: () => openAt(source, invoices, { day: as_of, isOpen, location_id, isWhole }),
    };
  },
};

/** All invoices up to a day, unless the filters name days. */
function daysOf({ from, to }: TextFilters, last: CalendarDate): Readonly<Record<'from' | 'to', string>> {
  return from === undefined ? { from: MIN_DATE, to: to ?? last } : { from, to: to ?? from };
}

/**
 * The open invoices that filters of orders select, and what a file of them says of its selection. Without `as_of` all
 * that are read are open. Of those that were open at the end of a day: an invoice is paid by another order, which nothing
 * leads to. Of one that is paid by now it is known when it last changed, and it counts as open until then.
 */
export async function selectInvoices(
  source: ExportSource,
  { fileName }: DatasetDeclaration,
  { as_of, is_paid: _, ...texts }: TextFilters,
) {
  const { language, today } = source;
  const day = as_of ?? today;
  if (day > today) throw new ExportError('invalid_request', 'the filter as_of is a day that has yet to come');
  const { from, to } = daysOf(texts, day);
  const isPast = as_of !== undefined;
  if (isPast && from > day) throw new ExportError('invalid_request', 'the filter as_of is before from');
  const asked = { ...texts, ...(isPast ? ON_ACCOUNT : UNPAID), from, to: isPast && to > day ? day : to };
  const invoices = await ordersSource.select(source, asked);
  const period = periodFrom(asked);
  const age = ageText(period, day, language);
  return {
    invoices,
    asked,
    day,
    isOpen: ({ is_paid, date_updated }: ExportRow) =>
      !isPast || is_paid !== true || String(date_updated).slice(0, 10) > day,
    description: {
      nameParts: [fileName[language], day, ...[invoices.place, age].filter((part) => part !== null)],
      place: invoices.place,
      fixed: invoices.fixed ?? [],
      shown: isPast ? ['paid_since'] : [],
      // Since the first day: what is said instead is how long ago they were sold.
      period: period.from === MIN_DATE ? null : period,
      day,
      filters: [
        ...(isPast ? [{ label: OPEN_AT[language], value: dayText(day, language), isInHeads: false }] : []),
        ...(age === null ? [] : [{ label: AGE[language], value: age }]),
        ...furtherFilters(source, invoices),
      ],
    },
  };
}

/** Without those that make an order an open invoice. */
function furtherFilters({ language }: ExportSource, { filters }: Selection): readonly NamedFilter[] {
  const implied = orders.columns.filter(({ id }) => Object.hasOwn(UNPAID, id)).map(({ heading }) => heading[language]);
  return filters.filter(({ label }) => !implied.includes(label));
}

/** The age of an invoice counts from its order: a platform gives no term of payment. */
const AGE: LocalizedText = { nl: 'Dagen sinds orderdatum', en: 'Days since order date' };

const OPEN_AT: LocalizedText = { nl: 'Open aan het eind van', en: 'Open at the end of' };

function dayText(day: CalendarDate, language: Language): string {
  return periodText({ from: day, to: day }, language);
}

/** What the report, with which the list is compared, is not limited by. */
const OF_PART: ReadonlySet<string> = new Set(['shop_id', 'customer_id', 'q']);

interface OpenAt {
  readonly day: CalendarDate;
  readonly isOpen: (row: ExportRow) => boolean;
  readonly location_id: readonly number[] | undefined;
  /** Of all invoices up to that day, at most of some locations. */
  readonly isWhole: boolean;
}

/** What was sold on account less what was paid of it up to that day is known exactly: a note compares the list with it. */
async function* openAt(
  source: ExportSource,
  selected: Selection,
  { day, isOpen, location_id, isWhole }: OpenAt,
): AsyncGenerator<RowBatch<InvoiceColumn>> {
  let value = 0;
  let invoices = 0;
  let ages: Pick<RowBatch, 'summaries'> = {};
  for await (const { rows, summaries = [] } of withAges(selected, source, day, isOpen)) {
    const summed = rows.filter((row) => !isInOtherCurrency(row));
    value += sumOf(summed, ({ value_wt }) => fromEuros(Number(value_wt)));
    invoices += summed.length;
    ages = { summaries };
    yield { rows, total: null };
  }
  const { language, platform, caller } = source;
  const locations = await locationsNamedBy(source, location_id);
  const period = { from: MIN_DATE, to: day };
  const report = await platform.readReport(caller, 'financial', { ...period, ...locationFilter(locations) });
  const known = calculateOpenBalance(report);
  const note = formatBalanceNote(
    {
      known,
      listed: isWhole ? value : null,
      tolerance: invoices * (await readRounding(source)),
      until: dayText(day, language),
    },
    createNumberFormat(language).money,
    language,
  );
  yield {
    ...{ rows: [], total: null, ...ages, unknown: known === null ? ['payments_on_invoice'] : [] },
    ...(note !== null && { totals: { cells: {}, note } }),
  };
}

/** Those that are open, with their age, and how much and how many are open for how long. */
async function* withAges(
  selected: Selection,
  { language }: ExportSource,
  today: CalendarDate,
  isOpen: (row: ExportRow) => boolean = () => true,
): AsyncGenerator<RowBatch<InvoiceColumn>> {
  const aged: ExportRow[] = [];
  for await (const { rows, ...batch } of selected.read()) {
    const open = rows.filter(isOpen).map((row) => invoiceRow(row, today));
    for (const { key, age, value_wt, value_ex_wt } of open.filter((row) => !isInOtherCurrency(row))) {
      aged.push({ key, age: getAge(Number(age)), invoices: 1, value_wt, value_ex_wt });
    }
    yield { ...batch, rows: open, summaries: [ageSummary(aged, language)] };
  }
}

function invoiceRow(row: ExportRow, today: CalendarDate): ExportRow<InvoiceColumn> {
  const day = String(row.date_purchased).slice(0, 10);
  const paid_since = row.is_paid === true ? String(row.date_updated).slice(0, 10) : null;
  // The columns of an order, of which these are some.
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
    ...columnsNamed(debtors.columns, 'invoices'),
    ...columnsNamed(openInvoices.columns, 'value_wt', 'value_ex_wt'),
  ],
};

function ageSummary(aged: readonly ExportRow[], language: Language): PaperTable {
  const rank = ({ age }: ExportRow) => AGES.findIndex(({ name }) => name === age);
  return summaryOf(
    BY_AGE,
    aged.toSorted((one, other) => rank(one) - rank(other)),
    language,
  );
}

const DAYS: LocalizedText = { nl: 'dagen', en: 'days' };

const OR_MORE: LocalizedText = { nl: 'of meer', en: 'or more' };

const UP_TO: LocalizedText = { nl: 't/m', en: 'to' };

/** `31 of meer dagen`, since the order; null for all that are open today. */
function ageText({ from, to }: Period, today: CalendarDate, language: Language): string | null {
  if (from === MIN_DATE && to >= today) return null;
  const least = Math.max(0, countDaysBetween(to, today));
  const most = from === MIN_DATE ? OR_MORE[language] : `${UP_TO[language]} ${countDaysBetween(from, today)}`;
  return `${least} ${most} ${DAYS[language]}`;
}
