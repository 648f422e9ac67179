import { Type } from 'typebox';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import { Choice, optional } from '../../../shared/contract/query.ts';
import type { ColumnsOf, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { reportComparison } from '../../../shared/datasets/declarations.ts';
import {
  COMPARISONS,
  type Comparison,
  getComparedPeriod,
  getElapsedPeriod,
  getLastComparedDay,
  getTodayComparison,
  type Period,
} from '../../../shared/periods.ts';
import {
  calculateChange,
  compareFigures,
  getFigure,
  pairByKey,
  VAT_SIDES,
  type VatSide,
} from '../../../shared/report-comparison.ts';
import { FIGURE_SECTIONS } from '../../../shared/report-figures.ts';
import { REPORT_LABELS, type ReportLabels } from '../../../shared/report-labels.ts';
import { createReportLines, createSectionLines, type FigureLine, type LinePair } from '../../../shared/report-lines.ts';
import { getKnownFigure } from '../../../shared/unknown-figures.ts';
import type { Dataset, ExportRow, ExportSource, PaperTable } from '../dataset.ts';
import { formatPeriodText } from '../writers/pdf-text.ts';
import { decodeFilters, describeSelection, listShownColumns, REPORT_FILTERS, selectReport } from './filters.ts';
import { createReportRows, toRow } from './financial-report.ts';
import { BOX, blankRepeatedBoxes, createReportTables, getTableTitle, RATE, SHOP } from './report-paper.ts';
import { listComparableRecords, listUnknownSections, NO_IDS } from './report-records.ts';
import type { ReportRow } from './report-rows.ts';

type ComparisonColumn = ColumnsOf<typeof reportComparison>;

type ComparisonRow = ExportRow<ComparisonColumn>;

const FILTERS = Type.Object({
  ...REPORT_FILTERS.properties,
  compare: optional(Choice([...COMPARISONS], 'The preceding period of the same length (default), or last year')),
  side: optional(Choice([...VAT_SIDES], 'Amounts excluding VAT (ex) or including VAT (wt)')),
});

/** The report as the window compares it: only whole days of a period that is not over. */
export const reportComparisonSource: Dataset<ComparisonColumn> = {
  declaration: reportComparison,
  filters: FILTERS,
  async select(source, texts) {
    const { compare = 'before', side = 'ex', ...filters } = decodeFilters(FILTERS, texts);
    const { query, scope } = await selectReport(source, filters);
    const { platform, caller, language } = source;
    const { own, other, named } = getComparedPeriods(source, scope.period, compare);
    const headings = { amount: createHeading(own), compared: createHeading(other) };
    return {
      ...describeSelection(source, reportComparison, {
        ...scope,
        period: own,
        filters: { ...named, side },
      }),
      headings,
      shown: listShownColumns(source, reportComparison),
      compared: other,
      async *read() {
        const report = await platform.readReport(caller, 'financial', { ...query, ...own });
        const before = await platform.readReport(caller, 'financial', { ...query, ...other });
        const asOf = before.generated_at < report.generated_at ? before.generated_at : report.generated_at;
        const unknown = [...new Set([...report.unknown, ...before.unknown])];
        if (source.isForPrograms) {
          const records = createComparisonRecords(report, before, side);
          yield { rows: records, total: records.length, asOf, unknown };
          return;
        }
        const rows = createComparisonRows(report, before, side, language);
        const isWholeCompany = scope.place.title === null;
        const tables = (form: Form) =>
          createComparisonTables({ report, rows, headings, side, form, isWholeCompany }, language);
        yield { rows, total: rows.length, asOf, unknown, paper: tables('paper'), sheets: tables('sheets') };
      },
    };
  },
};

/**
 * The days that are compared, and the filters that name them in a document. Only whole days are compared: today is left
 * out of a period that is not over.
 */
export function getComparedPeriods(
  { language, today }: Pick<ExportSource, 'language' | 'today'>,
  period: Period,
  compare: Comparison,
) {
  const last = getLastComparedDay(period, today);
  const other = getComparedPeriod(period, compare, last);
  const todayKey = getTodayComparison(period, today);
  const { todayCompared } = REPORT_LABELS[language];
  const todayTexts = {
    'left-out': `${todayCompared['left-out']} ${formatPeriodText(period, language)}`,
    alone: `${todayCompared.alone}, ${formatPeriodText(other, language)} ${todayCompared.whole}`,
  };
  const named = { compare, comparedDays: formatPeriodText(other, language), today: todayKey && todayTexts[todayKey] };
  return { own: getElapsedPeriod(period, last), other, named };
}

function createHeading(period: Period): LocalizedText {
  return { nl: formatPeriodText(period, 'nl'), en: formatPeriodText(period, 'en') };
}

/** A row for each line that either report has. The margin has one more, whose difference is in points. */
export function createComparisonRows(
  report: FinancialReport,
  before: FinancialReport,
  side: VatSide,
  language: Language,
): readonly ComparisonRow[] {
  const [lines, linesBefore] = [createReportLines(report), createReportLines(before)];
  return COMPARED_SECTIONS.flatMap((section) => createSectionLines(section, lines, linesBefore))
    .filter(({ named }) => named.name !== 'balance')
    .flatMap((pair) => {
      const row = createComparisonRow(pair, pair.now ? report : before, side, language);
      return pair.named.name === 'margin' ? [row, ...createPointsRow(row, report, before, side, language)] : [row];
    });
}

/** All sections but the shops of a group. */
const COMPARED_SECTIONS = FIGURE_SECTIONS.filter((section) => section !== 'groupShops');

/** The same for programs, with the names, ids and signs of the API. */
function createComparisonRecords(
  report: FinancialReport,
  before: FinancialReport,
  side: VatSide,
): readonly ComparisonRow[] {
  const listLines = (figures: FinancialReport) =>
    listComparableRecords(figures).map((row) => ({ ...row, exVat: row.value, inclVat: row.value_wt }));
  return pairByKey(listLines(report), listLines(before)).flatMap(({ key, named, now, before: then }) => {
    const { value: _, vat: __, value_wt: ___, exVat: ____, inclVat: _____, ...names } = named;
    const pair = (amount: number | null, compared: number | null) => {
      const change = amount === null || compared === null ? null : calculateChange(amount, compared);
      const { difference = null, percentage = null } = change ?? {};
      return { ...names, key, amount, compared, difference, percentage };
    };
    const isKnown = (figures: FinancialReport) =>
      !listUnknownSections(figures).some((section) => named.section.startsWith(section));
    const amount = (row: typeof now) => (row === null ? 0 : getFigure(row, side));
    const row = pair(isKnown(report) ? amount(now) : null, isKnown(before) ? amount(then) : null);
    if (named.item !== 'margin') return [row];
    const points = pair(now?.percentage ?? null, then?.percentage ?? null);
    return [row, { ...points, key: `${key}%`, item: 'margin.percentage', percentage: null }];
  });
}

type Form = 'paper' | 'sheets';

interface Compared {
  readonly report: FinancialReport;
  readonly rows: readonly ComparisonRow[];
  readonly headings: Readonly<Record<'amount' | 'compared', LocalizedText>>;
  readonly side: VatSide;
  readonly form: Form;
  readonly isWholeCompany: boolean;
}

/** As the window prints it: what is compared, then the rest of the report: the return, its shops and its checks. */
function createComparisonTables(
  { report, rows, headings, side, form, isWholeCompany }: Compared,
  language: Language,
): PaperTable[] {
  const words = REPORT_LABELS[language];
  const { sections } = words;
  const columns = reportComparison.columns
    .filter(({ id }) => id !== 'section')
    .map((column) => ({
      ...column,
      heading: Object.hasOwn(headings, column.id) ? headings[column.id as 'amount'] : column.heading,
    }));
  const withFirst = (...first: readonly DatasetColumn[]) => [...first, ...columns.slice(first.length)];
  const compared = listSectionNames(words).flatMap((name): PaperTable[] => {
    const sectionRows = rows.filter(({ section }) => section === sections[name]);
    if (sectionRows.length === 0) return [];
    const { title, sheetName = title } = getTableTitle(name, words);
    const statedSide = INCL_VAT_ONLY.has(name) ? 'wt' : side;
    const hasCost = name === 'revenue' && side === 'wt';
    const notes = [
      ...(statedSide !== side || hasCost ? [words.comparisonNote] : []),
      ...(name === 'revenue' || sectionRows.some(isMoreOfLess) ? [words.percentageNote] : []),
      ...(name === 'vatReturn' ? [words.vatNote, ...(isWholeCompany ? [] : [words.declaredOfWhole])] : []),
    ];
    return [
      {
        title: `${title}, ${words.sidesOfVat[statedSide]}`,
        sheetName,
        ...(!hasCost && { amounts: words.sidesOfVat[statedSide] }),
        columns: name === 'vatReturn' ? withFirst(BOX, RATE) : name === 'shops' ? withFirst(SHOP) : columns,
        rows: name === 'vatReturn' && form === 'paper' ? blankRepeatedBoxes(sectionRows) : sectionRows,
        ...(notes.length > 0 && { note: notes.join(' ') }),
      },
    ];
  });
  const own = headings.amount[language];
  const besides = createReportTables(
    report,
    createReportRows(report, '', language, isWholeCompany),
    language,
    form,
    side,
  ).filter(({ title }) =>
    [sections.declared, sections.groupShops, sections.checks].some((section) => title?.startsWith(section)),
  );
  return [
    ...compared,
    ...besides.map(({ title, sheetName = title ?? '', ...table }) => ({
      ...table,
      sheetName,
      title: `${title}, ${own}`,
    })),
  ];
}

type SectionName = keyof ReportLabels['sections'];

/** In the order of the report. */
function listSectionNames({ sections }: ReportLabels): readonly SectionName[] {
  return Object.keys(sections) as SectionName[];
}

/** Sections that are given only including VAT, whichever side is compared. */
const INCL_VAT_ONLY: ReadonlySet<SectionName> = new Set(['nonRevenue', 'fromTurnover', 'paymentMethods']);

/** Whether the difference and its percentage have opposite signs, which has to be explained. */
function isMoreOfLess({ difference, percentage }: ComparisonRow): boolean {
  return Math.sign(Number(difference)) * Math.sign(Number(percentage)) < 0;
}

/** A line without an amount on the compared side says so, such as the cost of goods sold. */
function createComparisonRow(
  { key, named, now, before }: LinePair,
  report: FinancialReport,
  side: VatSide,
  language: Language,
): ComparisonRow {
  const words = REPORT_LABELS[language];
  const row = toRow(report, named, { words, language });
  const names = getNames(named, row, words);
  const isExOnly = side === 'wt' && named.ex !== null && named.wt === null;
  const item = isExOnly ? `${names.item}, ${words.sidesOfVat.ex}` : names.item;
  const [amount, compared] = [getAmount(now, side), getAmount(before, side)];
  const change = compareFigures(
    { euros: amount, without: now?.without ?? [] },
    { euros: compared, without: before?.without ?? [] },
  );
  const { difference = null, percentage = null } = change ?? {};
  const figures = { amount, compared, difference, percentage };
  return { ...NO_IDS, key, section: row.section, ...names, item, ...figures, ...(row.isSum && { isSum: true }) };
}

/** A rate has only its name, a group also its code. */
function getNames({ name, ids }: FigureLine, { item, detail }: ReportRow, { items, sidesOfVat }: ReportLabels) {
  if (name === 'receivedTurnover') return { item: `${item} ${sidesOfVat.wt}`, detail };
  if (item === items.rate) return { item: detail, detail: '' };
  if (name === 'group' && ids.product_group_id) return { item: `${detail} ${item}`.trimStart(), detail: '' };
  return { item, detail };
}

/** A report lists only what occurred: a rate, method or group that it lacks came to 0. */
function getAmount(line: FigureLine | null | undefined, side: VatSide): number | null {
  if (line === undefined) return null;
  return line === null ? 0 : getFigure({ exVat: line.ex, inclVat: line.wt }, side);
}

const POINTS = { percentage: null, isPercentage: true } as const;

function createPointsRow(
  { key, section }: ComparisonRow,
  report: FinancialReport,
  before: FinancialReport,
  side: VatSide,
  language: Language,
): readonly ComparisonRow[] {
  const getPercentage = (figures: FinancialReport) =>
    getKnownFigure(figures, 'cost', figures.revenue.margin.percentage);
  const [amount, compared] = [getPercentage(report), getPercentage(before)];
  if (amount === null) return [];
  const difference = compared === null ? null : calculateChange(amount, compared).difference;
  const { items, sidesOfVat } = REPORT_LABELS[language];
  const item = side === 'wt' ? `${items.marginPercentage}, ${sidesOfVat.ex}` : items.marginPercentage;
  return [{ ...NO_IDS, key: `${key}\u001f%`, section, item, detail: '', amount, compared, difference, ...POINTS }];
}
