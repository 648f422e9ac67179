import { createClosingTables } from '../../../shared/closing-tables.ts';
import { type DayClosing, readDayClosing } from '../../../shared/contract/day-closing.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { dayClosing } from '../../../shared/datasets/declarations.ts';
import { calculateReceived, isDayInProgress } from '../../../shared/day-closing.ts';
import type { Amount } from '../../../shared/money.ts';
import { needsAttention, verifyChecks } from '../../../shared/report-checks.ts';
import type { FigureSection } from '../../../shared/report-figures.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { type FigureLine, getLineLabel } from '../../../shared/report-lines.ts';
import { formatMissing, NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import type { Dataset, ExportRow, PaperTable } from '../dataset.ts';
import { readRounding } from '../running-sums.ts';
import { decodeFilters, describeSelection, listShownColumns, selectPlaces } from './filters.ts';
import { SHOP } from './report-paper.ts';
import { createClosingRecords, NO_IDS } from './report-records.ts';
import { calculateVat } from './report-rows.ts';

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
      shown: listShownColumns(source, dayClosing),
      async *read() {
        const closing = await source.platform.readReport(source.caller, 'dayClosing', query);
        const { generated_at: asOf, unknown } = closing.report;
        if (source.isForPrograms) {
          const records = createClosingRecords(closing);
          yield { rows: records, total: records.length, asOf, unknown };
          return;
        }
        const perFigure = await readRounding(source);
        const rows = createClosingRows(closing, source.language, perFigure);
        const paper = createClosingPaper(closing, rows, source.language, perFigure);
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
    en: 'Tilldesk cannot tell whether the day reconciles: the platform does not give all figures.',
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

/** What the page of the closing shows, so that it fits on one sheet. The whole report is a separate dataset. */
function createClosingRows(closing: DayClosing, language: Language, perFigure: Amount): ClosingRow[] {
  const label = (name: keyof typeof LABELS) => LABELS[name][language];
  return [...createCountRows(closing, label, perFigure), ...createFigureRows(closing, language)];
}

/** One page, as the window prints it: the turnover on the left, and what was received on the right. */
function createClosingPaper(
  closing: DayClosing,
  rows: readonly ClosingRow[],
  language: Language,
  perFigure: Amount,
): PaperTable[] {
  const { sections } = REPORT_LABELS[language];
  const verdict = getVerdict(closing, perFigure);
  const notes: Readonly<Record<string, string>> = {
    ...(verdict && { [LABELS.closing[language]]: LABELS[verdict][language] }),
    [sections.paymentMethods]: LABELS.tillNote[language],
  };
  const columns = dayClosing.columns.filter(({ id }) => id !== 'section');
  const halves = new Map(
    createClosingTables(closing.report).map(({ section, half }) => [getSectionName(section, language), half]),
  );
  const tables = [...Map.groupBy(rows, ({ section }) => section)].map(
    ([section, sectionRows]): PaperTable => ({
      title: String(section),
      columns: columns.map((column) => (section === sections.shops && column.id === 'item' ? SHOP : column)),
      rows: sectionRows,
      half: halves.get(String(section)) ?? 'left',
      ...(Object.hasOwn(notes, String(section)) && { note: notes[String(section)] ?? '' }),
    }),
  );
  return tables.toSorted((one, other) => Number(one.half === 'right') - Number(other.half === 'right'));
}

/** `null` if a check needs attention: their count says so. */
function getVerdict({ report }: DayClosing, perFigure: Amount) {
  if (verifyChecks(report, perFigure).some(needsAttention)) return null;
  const { difference, holds } = calculateReceived(report, perFigure);
  if (difference === null) return 'perhapsClosed';
  if (!holds) return 'notClosed';
  return difference === 0 ? 'checksHold' : 'roundingHolds';
}

type Label = (name: keyof typeof LABELS) => string;

function createCountRows(closing: DayClosing, label: Label, perFigure: Amount): ClosingRow[] {
  const { report, uncounted_orders: uncounted } = closing;
  const count = (name: keyof typeof LABELS, cells: Partial<ClosingRow>) =>
    createRow(label('closing'), label(name), cells);
  return [
    ...(isDayInProgress(closing) ? [count('provisional', { detail: label('notOver') })] : []),
    count('orders', { count: closing.orders }),
    count('returns', { count: closing.returns }),
    count('discounted', { count: closing.discounted_orders }),
    count('discount', { value_wt: closing.discount_value_wt }),
    ...(uncounted === null ? [] : [count('uncounted', { count: uncounted, value_wt: closing.uncounted_value_wt })]),
    count('firstOrder', { detail: closing.first_order_number }),
    count('lastOrder', { detail: closing.last_order_number }),
    count('checks', { count: verifyChecks(report, perFigure).filter(needsAttention).length }),
  ];
}

/** The figures of the report on the page, signed so that they add up from top to bottom. */
function createFigureRows({ report }: DayClosing, language: Language): ClosingRow[] {
  return createClosingTables(report).flatMap(({ lines }) => lines.map((line) => createFigureRow(line, language)));
}

function createFigureRow(line: FigureLine, language: Language): ClosingRow {
  const { definition, ex, wt, ids, unknown, without } = line;
  const { section, isSum, lacks } = definition;
  const id = ids.tax_rate_id ?? ids.provider_method_type_id ?? ids.shop_id;
  const name = getSectionName(section, language);
  const detail = unknown === null ? formatMissing(without, language) : NOT_KNOWN[language];
  return {
    ...createRow(name, getLineLabel(line, language) || String(id), {
      value: ex,
      vat: calculateVat(ex, wt),
      value_wt: wt,
      detail: unknown === null && lacks === undefined ? null : detail,
    }),
    ...(id !== undefined && { key: `${name}\u001f${id}` }),
    ...(isSum && { isSum }),
  };
}

function getSectionName(section: FigureSection, language: Language): string {
  const { sections, sheetNames } = REPORT_LABELS[language];
  return section === 'vatReturn' ? sheetNames.vatReturn : sections[section];
}

function createRow(section: string, item: string, cells: Partial<ClosingRow>): ClosingRow {
  return { ...EMPTY_CELLS, key: `${section}\u001f${item}`, section, item, ...cells };
}

const EMPTY_CELLS = { ...NO_IDS, detail: null, value: null, vat: null, value_wt: null, count: null } as const;
