import { type DayClosing, readDayClosing } from '../../../shared/contract/day-closing.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { dayClosing } from '../../../shared/datasets/declarations.ts';
import { isDayUnderWay, receivedOf } from '../../../shared/day-closing.ts';
import type { Amount } from '../../../shared/money.ts';
import { checkVerdicts, needsAttention } from '../../../shared/report-checks.ts';
import type { FigureName, FigureSection } from '../../../shared/report-figures.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { type FigureLine, isShown, reportLines } from '../../../shared/report-lines.ts';
import { NOT_KNOWN, withoutText } from '../../../shared/unknown-figures.ts';
import type { Dataset, ExportRow, PaperTable } from '../dataset.ts';
import { readRounding } from '../running-sums.ts';
import { decodeFilters, describeSelection, rateTitle, selectPlaces, shownColumns } from './filters.ts';
import { SHOP } from './report-paper.ts';
import { closingRecords, NO_IDS } from './report-records.ts';
import { vatOf } from './report-rows.ts';

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
  closing: { nl: 'Dagstaat', en: 'End of day' },
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
    nl: 'De dag sluit aan: omzet en ontvangsten zijn tot op de cent gelijk.',
    en: 'The day reconciles: turnover and receipts agree to the cent.',
  },
  roundingHolds: {
    nl: 'De dag sluit aan. Het verschil is een afronding van het kassaplatform.',
    en: 'The day reconciles. The difference is a rounding of the platform.',
  },
  perhapsClosed: {
    nl: 'Of de dag aansluit, is niet te zeggen: het platform geeft niet alle cijfers.',
    en: 'Whether the day reconciles cannot be told: the platform does not give all figures.',
  },
  notClosed: {
    nl: 'De dag sluit niet aan: omzet en ontvangsten verschillen.',
    en: 'The day does not reconcile: turnover and receipts differ.',
  },
  tillNote: {
    nl: 'Geteld kasgeld, opnames en afstortingen zijn hier niet bekend.',
    en: 'Counted cash, withdrawals and deposits are not known here.',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** What the page of the closing shows, so that it is one sheet. The whole report is a dataset of its own. */
function closingRows(closing: DayClosing, language: Language, perFigure: Amount): ClosingRow[] {
  const label = (name: keyof typeof LABELS) => LABELS[name][language];
  return [...countRows(closing, label, perFigure), ...figureRows(closing, language)];
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
    rows: ofSection.filter((figure) => !isZero(figure)),
    ...(Object.hasOwn(notes, String(section)) && { note: notes[String(section)] ?? '' }),
  }));
  const isRight = ({ title }: PaperTable) => right.includes(String(title));
  return [
    ...tables.filter((table) => !isRight(table)).map((table) => ({ ...table, half: 'left' as const })),
    ...tables.filter(isRight).map((table) => ({ ...table, half: 'right' as const })),
  ];
}

/** A line of 0 tells nothing on paper, unless it is a total. */
function isZero({ value, value_wt, count, isSum }: ClosingRow): boolean {
  return !isSum && count === null && value_wt === 0 && (value ?? 0) === 0;
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

/** The figures of the report that the page shows, as sums from top to bottom. */
function figureRows({ report }: DayClosing, language: Language): ClosingRow[] {
  const lines = reportLines(report).filter(isShown);
  const named = (names: readonly FigureName[]) => names.flatMap((name) => lines.filter((line) => line.name === name));
  return [
    ...named(['sales', 'returns', 'differences', 'turnover']).map((line) => figureRow(line, language)),
    ...receivedRows(named, language),
    ...methodRows(named, language),
    ...named(['vatRate', 'vatTotal', 'vatDifferences', 'vatRest', 'vatTurnover']).map((line) =>
      figureRow(line, language),
    ),
    ...shopRows(named, language),
  ];
}

type NamedLines = (names: readonly FigureName[]) => readonly FigureLine[];

/** A sum from top to bottom, then what the payment methods received. */
function receivedRows(named: NamedLines, language: Language): ClosingRow[] {
  const nonRevenue = named(['giftCards', 'tips', 'paymentsOnInvoice', 'prepayments', 'otherNonRevenue']);
  return [
    ...named(['receivedTurnover']),
    ...nonRevenue,
    ...named(['receivedNotPaid', 'receivedSettled', 'receivedExpected', 'receivedPayments']),
    ...named(['receivedDifference']).filter(({ wt }) => wt !== null),
  ].map((line) => figureRow({ ...line, ex: null }, language, { section: 'fromTurnover' }));
}

function methodRows(named: NamedLines, language: Language): ClosingRow[] {
  const total = named(['receivedPayments']).map((line) =>
    figureRow(line, language, { section: 'paymentMethods', isSum: true }),
  );
  return [...named(['method']).map((line) => figureRow(line, language)), ...total];
}

/** The shops that sold something; no rows where the report is of one. */
function shopRows(named: NamedLines, language: Language): ClosingRow[] {
  const [shops, total] = [named(['shop']), named(['shopsTotal'])];
  if (shops.length < 2 && !total.some(({ isOfUnknown }) => isOfUnknown)) return [];
  return [...shops.filter(({ ex, wt }) => ex !== 0 || wt !== 0), ...total].map((line) =>
    figureRow({ ...line, without: [] }, language, { detail: null }),
  );
}

interface Placed {
  readonly section?: FigureSection;
  readonly isSum?: true;
  readonly detail?: null;
}

function figureRow(line: FigureLine, language: Language, placed: Placed = {}): ClosingRow {
  const { definition, ex, wt, ids, rate, title, unknown, without } = line;
  const { sections, sheetNames, items } = REPORT_LABELS[language];
  const { section = definition.section, isSum = definition.isSum } = placed;
  const { shop_id: shopId, provider_method_type_id: methodId } = ids;
  const item = rate ? rateTitle(rate, language) : definition.label === null ? title : items[definition.label];
  const id = rate?.tax_rate_id ?? methodId ?? shopId;
  const detail = definition.lacks === undefined ? null : withoutText(without, language);
  const figure = {
    ...row(section === 'vatReturn' ? sheetNames.vatReturn : sections[section], item || String(id), {
      value: ex,
      vat: vatOf(ex, wt),
      value_wt: wt,
      detail,
    }),
    ...(id !== undefined && { key: `${sections[section]}\u001f${id}` }),
    ...(placed.detail === null && { detail: null }),
    ...(isSum && { isSum }),
  };
  return unknown === null ? figure : { ...figure, detail: NOT_KNOWN[language] };
}

function row(section: string, item: string, cells: Partial<ClosingRow>): ClosingRow {
  return { ...EMPTY_CELLS, key: `${section}\u001f${item}`, section, item, ...cells };
}

const EMPTY_CELLS = { ...NO_IDS, detail: null, value: null, vat: null, value_wt: null, count: null } as const;
