import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import {
  type FigureSection,
  SECTIONS_AFTER_DECLARED,
  SECTIONS_BEFORE_DECLARED,
} from '../../../shared/report-figures.ts';
import { REPORT_LABELS, type ReportLabels } from '../../../shared/report-labels.ts';
import { createReportLines, createSectionLines, type FigureLine, getLineLabel } from '../../../shared/report-lines.ts';
import { getUnknownLabel, listMissingInCheck } from '../../../shared/unknown-figures.ts';
import { calculateVatReturn, DECLARED_NOTES, formatRateName, isExempt } from '../../../shared/vat-return.ts';
import type { ExportRow } from '../dataset.ts';
import { createReportDataset } from './filters.ts';
import { createReportTables } from './report-paper.ts';
import { createReportRecords, NO_IDS } from './report-records.ts';
import {
  createRow,
  createUnknownSection,
  markAsSum,
  markUnknown,
  nameMissing,
  type ReportRow,
  type Texts,
} from './report-rows.ts';

export const financialReportSource = createReportDataset('financial', financialReport, createReportRows, {
  tables: (report, rows, language) => ({
    paper: createReportTables(report, rows, language, 'paper'),
    sheets: createReportTables(report, rows, language, 'sheets'),
  }),
  records: createReportRecords,
});

type KeyedRow = ExportRow<ColumnsOf<typeof financialReport>>;

const DIFFERENCE = 'difference';

/**
 * `isWholeCompany`: no location or shop is chosen. Figures are signed so that they add up from top to bottom: returns, costs
 * and what rounding took off are negative.
 */
export function createReportRows(
  report: FinancialReport,
  place: string,
  language: Language,
  isWholeCompany = true,
): KeyedRow[] {
  const texts = { words: REPORT_LABELS[language], language };
  return addKeys([
    ...createHeadRows(report, place, language),
    ...createFigureRows(report, texts, SECTIONS_BEFORE_DECLARED),
    ...createDeclaredRows(report, texts, isWholeCompany),
    ...createFigureRows(report, texts, SECTIONS_AFTER_DECLARED),
    ...createCheckRows(report, texts),
  ]);
}

/** The key of a row is its texts, with a number if they occur again. */
function addKeys(rows: readonly ReportRow[]): KeyedRow[] {
  const seen = new Map<string, number>();
  return rows.map(({ keyDetail, ...row }) => {
    const texts = [row.section, row.item, keyDetail ?? row.detail].join('\u001f');
    const times = seen.get(texts) ?? 0;
    seen.set(texts, times + 1);
    return { ...NO_IDS, ...row, key: times === 0 ? texts : `${texts}\u001f${times}` };
  });
}

function createHeadRows(report: FinancialReport, place: string, language: Language): ReportRow[] {
  const { sections, items } = REPORT_LABELS[language];
  const head = (item: string, detail: string) => createRow(sections.report, item, detail, {});
  return [
    head(items.from, report.from),
    head(items.to, report.to),
    head(items.location, place),
    ...(report.shops ?? []).map(({ title }) => head(items.shop, title)),
    head(items.currency, report.currency),
    { ...head(items.generatedAt, report.generated_at), keyDetail: 'moment', isVolatile: true },
    ...report.unknown.map((name) => head(items.notKnown, getUnknownLabel(name, language))),
  ];
}

/** The lines of some sections as rows. */
function createFigureRows(report: FinancialReport, texts: Texts, sections: readonly FigureSection[]): ReportRow[] {
  const lines = createReportLines(report);
  return sections.flatMap((section) =>
    createSectionLines(section, lines).map(({ named }) => toRow(report, named, texts)),
  );
}

export function toRow(report: FinancialReport, line: FigureLine, texts: Texts): ReportRow {
  const { definition, ex, wt, percentage, isOfUnknown, without } = line;
  const { section, isSum } = definition;
  const { item, detail, ...named } = getNames(report, line, texts);
  const figures = {
    ...createRow(texts.words.sections[section], item, detail, { value: ex, value_wt: wt, percentage }),
    ...named,
  };
  if (isOfUnknown) return markAsSum(markUnknown(figures, texts));
  const known = nameMissing(without, line.unknown === null ? figures : markUnknown(figures, texts), texts);
  return isSum ? markAsSum(known) : known;
}

type NamedRow = Pick<ReportRow, 'item' | 'detail'> & Partial<ReportRow>;

/** The words for a line, and the record that identifies it. */
function getNames(report: FinancialReport, line: FigureLine, { words, language }: Texts): NamedRow {
  const { name, ids, rate, box, isBalanced } = line;
  const { items, sides, boxes } = words;
  const label = getLineLabel(line, language);
  if (rate) {
    return {
      ...{ item: box ? boxes[box] : items.rate, detail: label, vat: rate.tax },
      ...(isExempt(rate) && { percentage_label: formatRateName(rate, language) }),
    };
  }
  if (box) return { item: boxes[box], detail: label };
  const { product_group_code: code = null, shop_id: shopId } = ids;
  switch (name) {
    case 'method':
      return { item: label, detail: '', keyDetail: ids.type_alias ?? '' };
    case 'balance':
      return { item: items.difference, detail: isBalanced ? sides.balanced : sides.unbalanced, keyDetail: DIFFERENCE };
    case 'group':
      return { item: label, detail: code ?? '' };
    case 'groupShop':
      return { item: code === null ? label : `${code} ${label}`, detail: getShopTitle(report, shopId) };
    case 'shop':
      return { item: getShopTitle(report, shopId), detail: '' };
    default:
      return { item: label, detail: '' };
  }
}

function getShopTitle({ turnover_by_group: groups }: FinancialReport, shopId: number | undefined): string {
  return groups?.shops.find(({ shop_id }) => shop_id === shopId)?.title ?? String(shopId);
}

/**
 * The amounts for the VAT return, in whole euros, and what they leave out. For a part of the company: why they are
 * missing. Box 1e has no VAT.
 */
function createDeclaredRows(report: FinancialReport, texts: Texts, isWholeCompany: boolean): ReportRow[] {
  const { words, language } = texts;
  const { sections, boxes: labels, items } = words;
  if (!isWholeCompany) return [createRow(sections.declared, items.note, words.declaredOfWhole, {})];
  const vat = calculateVatReturn(report);
  if (vat === null) return [createUnknownSection(sections.declared, items.declaredTotal, texts)];
  const { boxes, declaredTax } = vat;
  const line = (item: string, value: number | null, vat: number | null) => ({
    ...createRow(sections.declared, item, '', { value }),
    vat,
  });
  return [
    ...boxes.flatMap(({ box, declared }) =>
      declared === null ? [] : [line(labels[box], declared.base, box === '1e' ? null : declared.tax)],
    ),
    markAsSum(line(items.declaredTotal, null, declaredTax)),
    ...DECLARED_NOTES[language].map((note) => createRow(sections.declared, items.note, note, {})),
  ];
}

function createCheckRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { sections, sides, checks: names } = texts.words;
  return report.checks.flatMap(({ name, left, right, difference, holds }) => {
    const side = (detail: string, amount: number) =>
      createRow(sections.checks, names[name], detail, name.endsWith('_ex') ? { value: amount } : { value_wt: amount });
    const outcome = { ...side(getOutcome(sides, holds), difference), keyDetail: DIFFERENCE };
    return [
      side(sides.left, left),
      side(sides.right, right),
      nameMissing(listMissingInCheck(report, name), outcome, texts),
    ];
  });
}

function getOutcome(sides: ReportLabels['sides'], holds: boolean): string {
  return holds ? sides.holds : sides.differs;
}
