import { type DayClosing, readDayClosing } from '../../../shared/contract/day-closing.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { dayClosing } from '../../../shared/datasets/declarations.ts';
import { isDayUnderWay, type ReceivedStepName, receivedOf } from '../../../shared/day-closing.ts';
import type { Amount } from '../../../shared/money.ts';
import { checkVerdicts, needsAttention } from '../../../shared/report-checks.ts';
import { knownFigure, missingParts, NOT_KNOWN, withoutText } from '../../../shared/unknown-figures.ts';
import { vatReturn } from '../../../shared/vat-return.ts';
import type { Dataset, ExportRow, PaperTable } from '../dataset.ts';
import { readRounding } from '../running-sums.ts';
import { decodeFilters, describeSelection, rateTitle, selectPlaces, shownColumns } from './filters.ts';
import { REPORT_LABELS } from './financial-report-labels.ts';
import { SHOP } from './report-paper.ts';
import { closingRecords, NO_IDS } from './report-records.ts';
import { minus, vatOf } from './report-rows.ts';

type ClosingColumn = ColumnsOf<typeof dayClosing>;

export const dayClosingSource: Dataset<ClosingColumn> = {
  declaration: dayClosing,
  filters: readDayClosing.query,
  async select(source, texts) {
    const { date, ...places } = decodeFilters(readDayClosing.query, texts);
    const { query: placed, place } = await selectPlaces(source, places);
    const query = { date, ...placed };
    return {
      ...describeSelection(source, dayClosing, { day: date, place }),
      shown: shownColumns(source, dayClosing),
      count: async () => null,
      async *read() {
        const closing = await source.platform.readReport(source.caller, 'dayClosing', query);
        const { generated_at: asOf, unknown } = closing.report;
        if (source.isForPrograms) {
          const records = closingRecords(closing);
          yield { rows: records, total: records.length, asOf, unknown };
          return;
        }
        const perFigure = await readRounding(source);
        const rows = closingRows(closing, source.language, perFigure);
        const paper = closingPaper(closing, rows, source.language, perFigure);
        yield { rows, total: rows.length, asOf, unknown, paper };
      },
    };
  },
};

type ClosingRow = ExportRow<ClosingColumn>;

const LABELS = {
  closing: { nl: 'Dagafsluiting', en: 'Day closing' },
  provisional: { nl: 'Voorlopige cijfers', en: 'Provisional figures' },
  notOver: { nl: 'de dag is nog niet voorbij', en: 'the day is not over' },
  orders: { nl: 'Orders', en: 'Orders' },
  returns: { nl: 'Orders met retour', en: 'Orders with a return' },
  discounted: { nl: 'Orders met korting', en: 'Orders with a discount' },
  discount: { nl: 'Verleende korting', en: 'Discount given' },
  uncounted: { nl: 'Niet in de omzet', en: 'Not in the turnover' },
  firstOrder: { nl: 'Eerste ordernummer', en: 'First order number' },
  lastOrder: { nl: 'Laatste ordernummer', en: 'Last order number' },
  checks: { nl: 'Controles die aandacht vragen', en: 'Checks that need attention' },
  checksHold: {
    nl: 'Alle controles van deze dag kloppen. Omzet plus wat ontvangen is en geen omzet is, min wat op rekening ging, is tot op de cent wat er met de betaalwijzen is ontvangen.',
    en: 'All checks of this day hold. Turnover plus what was received and is no turnover, less what went on account, is to the cent what the payment methods received.',
  },
  roundingHolds: {
    nl: 'Alle controles van deze dag kloppen. Het verschil met wat er is ontvangen, komt doordat het platform elk bedrag op centen afrondt.',
    en: 'All checks of this day hold. The difference with what was received is there because the platform rounds each amount to a cent.',
  },
  perhapsClosed: {
    nl: 'Alle controles van deze dag kloppen. Of de som tot de betaalwijzen aansluit, is niet te zeggen: het platform kent niet alle delen ervan.',
    en: 'All checks of this day hold. Whether the sum comes to the payment methods cannot be told: the platform does not know all of its parts.',
  },
  notClosed: {
    nl: 'Omzet plus wat ontvangen is en geen omzet is, min wat op rekening ging, is niet wat er is ontvangen.',
    en: 'Turnover plus what was received and is no turnover, less what went on account, is not what was received.',
  },
  tillNote: {
    nl: 'Geteld kasgeld staat niet in de gegevens van het kassaplatform: vergelijk uw telling met het bedrag van de contante betaalwijze.',
    en: 'Counted cash is not in the data of the point-of-sale platform: compare your count with the amount of the cash method.',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** What the page of the closing shows, so that it is one sheet. The whole report is a dataset of its own. */
function closingRows(closing: DayClosing, language: Language, perFigure: Amount): ClosingRow[] {
  const label = (name: keyof typeof LABELS) => LABELS[name][language];
  return [
    ...countRows(closing, label, perFigure),
    ...turnoverRows(closing, language),
    ...receivedRows(closing, language),
    ...methodRows(closing, language),
    ...vatRows(closing, language),
    ...shopRows(closing, language),
  ];
}

/** One page, as the window prints it: the turnover at the left, and what was received at the right. */
function closingPaper(
  closing: DayClosing,
  rows: readonly ClosingRow[],
  language: Language,
  perFigure: Amount,
): PaperTable[] {
  const { sections } = REPORT_LABELS[language];
  const verdict = verdictOf(closing, perFigure);
  const notes: Readonly<Record<string, string>> = {
    ...(verdict && { [LABELS.closing[language]]: LABELS[verdict][language] }),
    [sections.paymentMethods]: LABELS.tillNote[language],
  };
  const right = [sections.fromTurnover, sections.paymentMethods];
  const columns = dayClosing.columns.filter(({ id }) => id !== 'section');
  const tables = [...Map.groupBy(rows, ({ section }) => section)].map(([section, ofSection]) => ({
    title: String(section),
    columns: columns.map((column) => (section === sections.shops && column.id === 'item' ? SHOP : column)),
    rows: ofSection,
    ...(Object.hasOwn(notes, String(section)) && { note: notes[String(section)] ?? '' }),
  }));
  const isRight = ({ title }: PaperTable) => right.includes(String(title));
  return [
    ...tables.filter((table) => !isRight(table)).map((table) => ({ ...table, half: 'left' as const })),
    ...tables.filter(isRight).map((table) => ({ ...table, half: 'right' as const })),
  ];
}

/** Null where a check needs attention: the count of these says so. */
function verdictOf({ report }: DayClosing, perFigure: Amount) {
  if (checkVerdicts(report, perFigure).some(needsAttention)) return null;
  const { difference, holds } = receivedOf(report, perFigure);
  if (difference === null) return 'perhapsClosed';
  if (!holds) return 'notClosed';
  return difference === 0 ? 'checksHold' : 'roundingHolds';
}

type Label = (name: keyof typeof LABELS) => string;

function countRows(closing: DayClosing, label: Label, perFigure: Amount): ClosingRow[] {
  const { report, uncounted_orders: uncounted } = closing;
  const count = (name: keyof typeof LABELS, cells: Partial<ClosingRow>) => row(label('closing'), label(name), cells);
  return [
    ...(isDayUnderWay(closing) ? [count('provisional', { detail: label('notOver') })] : []),
    count('orders', { count: closing.orders }),
    count('returns', { count: closing.returns }),
    count('discounted', { count: closing.discounted_orders }),
    count('discount', { value_wt: closing.discount_value_wt }),
    ...(uncounted === null ? [] : [count('uncounted', { count: uncounted, value_wt: closing.uncounted_value_wt })]),
    count('firstOrder', { detail: closing.first_order_number }),
    count('lastOrder', { detail: closing.last_order_number }),
    count('checks', { count: checkVerdicts(report, perFigure).filter(needsAttention).length }),
  ];
}

function turnoverRows({ report }: DayClosing, language: Language): ClosingRow[] {
  const { sections, items } = REPORT_LABELS[language];
  const { revenue } = report;
  const figure = (item: string, ex: number, wt: number | null) => row(sections.revenue, item, both(ex, wt));
  const differences = figure(items.differences, -revenue.total_differences, minus(revenue.total_differences_wt));
  return [
    figure(items.sales, revenue.total_sales, revenue.total_sales_wt),
    figure(items.returns, -revenue.total_returns, minus(revenue.total_returns_wt)),
    knownFigure(report, 'differences', differences) ?? notKnown(differences, language),
    {
      ...figure(items.turnover, revenue.total_turnover, revenue.total_turnover_wt),
      detail: withoutText(missingParts(report, 'turnover'), language),
      isSum: true,
    },
  ];
}

/** A sum from top to bottom, then what the payment methods received. */
function receivedRows({ report }: DayClosing, language: Language): ClosingRow[] {
  const { sections, items } = REPORT_LABELS[language];
  const { turnover, nonRevenue, onAccount, expected, received, difference, without } = receivedOf(report);
  const names: Readonly<Record<ReceivedStepName, string>> = {
    ...{ turnover: items.turnover, giftCards: items.giftCards, tips: items.tips, prepayments: items.prepayments },
    ...{ paymentsOnInvoice: items.paymentsOnInvoice, otherNonRevenue: items.otherNonRevenue },
    ...{ notPaid: items.notPaid, settled: items.settled },
  };
  const amount = (item: string, value_wt: number | null) => {
    const figure = row(sections.fromTurnover, item, { value_wt });
    return value_wt === null ? notKnown(figure, language) : figure;
  };
  return [
    amount(names.turnover, turnover),
    ...[...nonRevenue, ...onAccount].map(({ name, euros }) => amount(names[name], euros)),
    {
      ...amount(items.expected, expected),
      ...(expected !== null && { detail: withoutText(without, language) }),
      isSum: true,
    },
    amount(items.methodsTotal, received),
    ...(difference === null ? [] : [amount(items.difference, difference)]),
  ];
}

function methodRows({ report }: DayClosing, language: Language): ClosingRow[] {
  const { sections, items } = REPORT_LABELS[language];
  if (report.direct_paid === null) return [unknownSum(sections.paymentMethods, items.methodsTotal, language)];
  return [
    ...report.direct_paid.payment_methods.map(({ provider_method_type_id: id, title, amount }) => ({
      ...row(sections.paymentMethods, title, { value_wt: amount }),
      key: `${sections.paymentMethods}\u001f${id}`,
    })),
    { ...row(sections.paymentMethods, items.methodsTotal, { value_wt: receivedOf(report).received }), isSum: true },
  ];
}

/** Each rate, and how their total comes to the turnover. */
function vatRows({ report }: DayClosing, language: Language): ClosingRow[] {
  const { sections, items } = REPORT_LABELS[language];
  const vat = vatReturn(report);
  if (vat === null) return [unknownSum(sections.vatReturn, items.ratesTotal, language)];
  const { boxes, total, differences, rest, turnover } = vat;
  const line = (item: string, { base, total_wt }: typeof total) => row(sections.vatReturn, item, both(base, total_wt));
  const rounding = line(items.differences, differences);
  return [
    ...boxes.flatMap(({ rates }) =>
      rates.map(({ tax_rate_id: id, base, total_wt, ...rate }) => ({
        ...row(sections.vatReturn, rateTitle(rate, language), both(base, total_wt)),
        key: `${sections.vatReturn}\u001f${id}`,
      })),
    ),
    { ...line(items.ratesTotal, total), isSum: true },
    knownFigure(report, 'differences', rounding) ?? notKnown(rounding, language),
    ...(rest.base === 0 && rest.total_wt === 0 ? [] : [line(items.rest, rest)]),
    { ...line(items.turnover, turnover), detail: withoutText(missingParts(report, 'turnover'), language), isSum: true },
  ];
}

/** The shops that sold something; no rows where the report is of one. */
function shopRows({ report }: DayClosing, language: Language): ClosingRow[] {
  const { sections, items } = REPORT_LABELS[language];
  if (report.turnover_by_group === null) return [unknownSum(sections.shops, items.total, language)];
  const { shops, shop_totals: totals, total, total_wt } = report.turnover_by_group;
  const titles = new Map(shops.map(({ shop_id, title }) => [shop_id, title]));
  if (totals.length < 2) return [];
  return [
    ...totals
      .filter(({ value, value_wt }) => value !== 0 || value_wt !== 0)
      .map(({ shop_id, value, value_wt }) => ({
        ...row(sections.shops, titles.get(shop_id) ?? String(shop_id), both(value, value_wt)),
        key: `${sections.shops}\u001f${shop_id}`,
      })),
    { ...row(sections.shops, items.total, both(total, total_wt)), isSum: true },
  ];
}

function row(section: string, item: string, cells: Partial<ClosingRow>): ClosingRow {
  return { ...EMPTY_CELLS, key: `${section}\u001f${item}`, section, item, ...cells };
}

const EMPTY_CELLS = { ...NO_IDS, detail: null, value: null, vat: null, value_wt: null, count: null } as const;

function both(value: number, value_wt: number | null): Partial<ClosingRow> {
  return { value, vat: vatOf(value, value_wt), value_wt };
}

/** The only row of a section that the platform does not know. */
function unknownSum(section: string, item: string, language: Language): ClosingRow {
  return { ...notKnown(row(section, item, {}), language), isSum: true };
}

function notKnown(figure: ClosingRow, language: Language): ClosingRow {
  return { ...figure, value: null, vat: null, value_wt: null, detail: NOT_KNOWN[language] };
}
