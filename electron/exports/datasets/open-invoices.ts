import type { Static } from 'typebox';
import { type CalendarDate, daysBetween } from '../../../shared/calendar.ts';
import type { NamedFilter } from '../../../shared/contract/exports.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { openInvoices, orders } from '../../../shared/datasets/declarations.ts';
import { AGES, daysOfAge } from '../../../shared/invoice-ages.ts';
import { FIRST_DAY, type Period } from '../../../shared/periods.ts';
import type { Dataset, ExportRow, ExportSource, RowBatch, Selection } from '../dataset.ts';
import { decodeFilters, periodFrom } from './filters.ts';
import { ORDER_FILTERS, ordersSource } from './orders.ts';

type InvoiceColumn = ColumnsOf<typeof openInvoices>;

/** What makes an order an open invoice. */
const UNPAID = { status: COUNTING_STATUSES.join(','), payment_term: 'invoice', is_paid: 'false' };

/** Orders on account that are not paid, with the days since their purchase, and how much is open for how long. */
export const openInvoicesSource: Dataset<InvoiceColumn> = {
  declaration: openInvoices,
  filters: ORDER_FILTERS,
  async select(source, texts) {
    const { language, today } = source;
    const asked = { ...texts, ...UNPAID };
    const selected = await ordersSource.select(source, asked);
    const query = decodeFilters(ORDER_FILTERS, asked);
    const period = periodFrom(query);
    const age = ageText(period, today, language);
    const implied = orders.columns
      .filter(({ id }) => Object.hasOwn(UNPAID, id))
      .map(({ heading }) => heading[language]);
    return {
      nameParts: [openInvoices.fileName[language], today, ...[selected.place, age].filter((part) => part !== null)],
      place: selected.place,
      // Since the first day: what is said instead is for how long they are open.
      period: null,
      filters: [
        ...(age === null ? [] : [{ label: AGE[language], value: age }]),
        ...selected.filters.filter(({ label }) => !implied.includes(label)),
        ...(await ageTotals(source, query, period)),
      ],
      count: () => selected.count(),
      read: () => withAges(selected, today),
    };
  },
};

async function* withAges(selected: Selection, today: CalendarDate): AsyncGenerator<RowBatch<InvoiceColumn>> {
  for await (const { rows, ...batch } of selected.read()) {
    yield {
      ...batch,
      rows: rows.map((row) => {
        const day = String(row.date_purchased).slice(0, 10);
        // The columns of an order, of which these are some.
        return { ...row, date_purchased: day, age: daysBetween(day, today) } as unknown as ExportRow<InvoiceColumn>;
      }),
    };
  }
}

const AGE: LocalizedText = { nl: 'Dagen open', en: 'Days open' };

const DAYS: LocalizedText = { nl: 'dagen open', en: 'days open' };

const OR_MORE: LocalizedText = { nl: 'of meer', en: 'or more' };

const UP_TO: LocalizedText = { nl: 't/m', en: 'to' };

/** `31 of meer dagen open`; null for all that are open today. */
function ageText({ from, to }: Period, today: CalendarDate, language: Language): string | null {
  if (from === FIRST_DAY && to >= today) return null;
  const least = Math.max(0, daysBetween(to, today));
  const most = from === FIRST_DAY ? OR_MORE[language] : `${UP_TO[language]} ${daysBetween(from, today)}`;
  return `${least} ${most} ${DAYS[language]}`;
}

/** The sum and the number of the selected invoices of each age; none where the platform gives no sums. */
async function ageTotals(
  { platform, caller, today, language }: ExportSource,
  query: Static<typeof ORDER_FILTERS>,
  period: Period,
): Promise<NamedFilter[]> {
  const money = new Intl.NumberFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { style: 'currency', currency: 'EUR' });
  const totals: NamedFilter[] = [];
  for (const age of AGES) {
    const days = daysOfAge(age, today);
    const from = days.from > period.from ? days.from : period.from;
    const to = days.to < period.to ? days.to : period.to;
    if (from > to) continue;
    const { total, sums } = await platform.listOrders(caller, { ...query, from, to, start: 0, limit: 1 });
    const label = ageText({ from: days.from, to: days.to }, today, language) ?? '';
    if (sums !== null) totals.push({ label, value: `${money.format(sums.value_wt)} (${total})` });
  }
  return totals;
}
