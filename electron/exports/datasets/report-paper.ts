import type { FinancialReport, WholeReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import {
  type CellValue,
  createColumn,
  type DatasetColumn,
  markShopName,
  markSummed,
} from '../../../shared/datasets/dataset.ts';
import { reportColumns } from '../../../shared/datasets/declarations.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { REPORT_LABELS, type ReportLabels } from '../../../shared/report-labels.ts';
import { formatMissing, listMissingInCheck } from '../../../shared/unknown-figures.ts';
import { DECLARED_NOTES } from '../../../shared/vat-return.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';

type SectionName = keyof ReportLabels['sections'];

type Rows = readonly ExportRow[];

/**
 * The report as tables: three pages of a chain with a few shops. Its rows are those of the file but for the checks, which
 * are a line each, and on paper the turnover by group and shop, which is a table with a column for each shop. The head of
 * a document has what the first section says.
 */
export function reportTables(
  report: FinancialReport,
  rows: Rows,
  language: Language,
  form: 'paper' | 'sheets',
  side: VatSide = 'ex',
): PaperTable[] {
  const words = REPORT_LABELS[language];
  const bySection = Map.groupBy(rows, ({ section }) => section);
  const ofSection = (name: SectionName) => bySection.get(words.sections[name]) ?? [];
  const table = (name: SectionName, columns: readonly DatasetColumn[], changed: (rows: Rows) => Rows = same) => {
    const figures = ofSection(name);
    return figures.length === 0 ? [] : [{ ...titled(name, words), columns, rows: changed(figures) }];
  };
  const beside = (half: 'left' | 'right', tables: readonly PaperTable[]) => tables.map((one) => ({ ...one, half }));
  const rates = (figures: Rows) => namedByRate(figures, words);
  const declared = ofSection('declared').filter(({ item }) => item !== words.items.note);
  const { items } = words;
  const key = (name: SectionName, item: string) => ofSection(name).filter((row) => row.item === item);
  const keyFigures = [
    ...key('revenue', items.turnover),
    ...key('revenue', items.margin),
    ...key('fromTurnover', items.methodsTotal),
    ...key('declared', items.declaredTotal),
  ].map(({ isSum: _, ...figure }): ExportRow => ({ ...figure, key: String(figure.key) }));
  return [
    ...(form === 'paper' && keyFigures.length > 0
      ? [
          {
            title: words.sections.keyFigures,
            columns: [ITEM, DETAIL, ...FIGURES, PERCENTAGES.margin],
            rows: keyFigures,
          },
        ]
      : []),
    ...table('revenue', [ITEM, DETAIL, ...FIGURES, PERCENTAGES.margin]),
    ...beside('left', table('nonRevenue', [ITEM, DETAIL, INCL_VAT])),
    ...beside('right', table('fromTurnover', [ITEM, DETAIL, INCL_VAT])),
    ...beside('left', table('directPaid', [ITEM, DETAIL, ...FIGURES], rates)),
    ...beside('right', table('paymentMethods', [ITEM, INCL_VAT, PERCENTAGES.share], namedWithDetail)),
    ...beside('left', table('notPaidNow', [ITEM, ...FIGURES], rates)),
    ...beside('right', table('settledSince', [ITEM, ...FIGURES], rates)),
    ...table('vatReturn', [BOX, RATE, ...FIGURES, PERCENTAGES.rate], form === 'paper' ? withBoxesOnce : same).map(
      (rated) => ({
        ...rated,
        note: declared.length === 0 ? `${words.vatNote} ${words.declaredOfWhole}` : words.vatNote,
      }),
    ),
    ...(declared.length === 0 ? [] : [declaredTable(declared, words, language)]),
    ...table('groups', [GROUP, DETAIL, ...FIGURES, PERCENTAGES.share], (figures) => namedByCode(figures, report)),
    ...(form === 'paper'
      ? groupTables(report, language, side)
      : table('groupShops', [GROUP, SHOP_OF_GROUP, ...FIGURES], (figures) => [
          ...figures,
          ...ofSection('groups').filter(({ isSum }) => isSum),
        ])),
    ...table('shops', [SHOP, DETAIL, ...FIGURES, PERCENTAGES.share]),
    ...checkTable(report, language),
  ];
}

/** The name of a section, and that of its sheet where it is another one. */
export function titled(
  name: SectionName,
  { sections, sheetNames }: ReportLabels,
): Pick<PaperTable, 'sheetName'> & { readonly title: string } {
  const short: Readonly<Partial<Record<SectionName, string>>> = sheetNames;
  const sheetName = short[name];
  return { title: sections[name], ...(sheetName !== undefined && { sheetName }) };
}

const [, ITEM, DETAIL, , , INCL_VAT] = reportColumns;

export const BOX = createColumn('item', 'text', 'Rubriek', 'Box');

export const RATE = createColumn('detail', 'text', 'Btw-tarief', 'VAT rate');

const GROUP = createColumn('item', 'text', 'Omzetgroep', 'Turnover group');

const SHOP_OF_GROUP = markShopName(createColumn('detail', 'text', 'Winkel', 'Shop'));

export const SHOP = markShopName(createColumn('item', 'text', 'Winkel', 'Shop'));

const FIGURES = reportColumns.filter(({ kind }) => kind === 'euros');

/** What the percentage of a section is. */
const PERCENTAGES = {
  margin: createColumn('percentage', 'percentage', 'Marge %', 'Margin %'),
  rate: { ...createColumn('percentage', 'percentage', 'Tarief %', 'Rate %'), labelFrom: 'percentage_label' },
  share: createColumn('percentage', 'percentage', 'Aandeel %', 'Share %'),
} as const;

function same(rows: Rows): Rows {
  return rows;
}

function namedByRate(rows: Rows, { items }: ReportLabels): Rows {
  return rows.map((row) => (row.item === items.rate ? { ...row, item: row.detail ?? null, detail: null } : row));
}

function namedWithDetail(rows: Rows): Rows {
  return rows.map((row) => (row.detail ? { ...row, item: `${row.item}: ${row.detail}` } : row));
}

const DECLARED_COLUMNS = [
  BOX,
  markSummed(createColumn('value', 'integer', 'Omzet', 'Turnover')),
  markSummed(createColumn('vat', 'integer', 'Btw', 'VAT')),
];

/** What to fill in in the VAT return. The notes are below the table instead of being rows of it. */
function declaredTable(rows: Rows, words: ReportLabels, language: Language): PaperTable {
  const { title, ...named } = titled('declared', words);
  return {
    ...named,
    title: `${title}, ${words.wholeEuros}`,
    columns: DECLARED_COLUMNS,
    rows,
    note: DECLARED_NOTES[language].join(' '),
  };
}

/** The name of a box stands beside its first rate alone: it is long, and its rates and their sum lie below one another. */
export function withBoxesOnce<Row extends ExportRow>(rows: readonly Row[]): readonly Row[] {
  return rows.map((row, index) => (row.item === rows[index - 1]?.item ? { ...row, item: '' } : row));
}

/** `rows` are those of the groups in their order, and then their total. */
function namedByCode(rows: Rows, { turnover_by_group: groups }: FinancialReport): Rows {
  if (groups === null) return rows;
  return rows.map((row, index) => {
    const code = groups.rows[index]?.product_group_code ?? null;
    return code === null ? row : { ...row, item: `${code} ${row.item}`, detail: null };
  });
}

/** Shops that have room beside the name of a group, and beside name and total. */
const SHOPS_ACROSS = 6;

const SHOPS_BESIDE_TOTAL = 5;

type Shops = WholeReport['shops'];

/** Some of the shops, as many as a sheet is wide; the last ones have the total beside them. */
function partsOf(shops: Shops): readonly Shops[] {
  const parts: Shops[] = [];
  let rest = shops;
  while (rest.length > SHOPS_BESIDE_TOTAL) {
    parts.push(rest.slice(0, SHOPS_ACROSS));
    rest = rest.slice(SHOPS_ACROSS);
  }
  return [...parts, rest];
}

/** Groups down and shops across, with one side of VAT. */
function groupTables(
  { turnover_by_group: groups, unknown }: FinancialReport,
  language: Language,
  side: VatSide,
): PaperTable[] {
  if (groups === null) return [];
  const words = REPORT_LABELS[language];
  const { sections, items } = words;
  const isUnknown = (groupId: number | null) => groupId === null && unknown.includes('differences');
  const lines: readonly GroupLine[] = [
    ...groups.rows.map(({ product_group_id, product_group_code: code, title, shops, total, total_wt }) => ({
      title: product_group_id === null ? items.differences : `${code ?? ''} ${title}`.trimStart(),
      shops,
      total: side === 'ex' ? total : total_wt,
      isUnknown: isUnknown(product_group_id),
      isSum: false,
    })),
    {
      title: items.total,
      shops: groups.shop_totals,
      total: side === 'ex' ? groups.total : groups.total_wt,
      isUnknown: false,
      isSum: true,
    },
  ];
  const parts = partsOf(groups.shops);
  return parts.map((shops, index) => {
    const part = parts.length === 1 ? '' : ` (${index + 1}/${parts.length})`;
    const hasTotal = index === parts.length - 1;
    return {
      title: `${sections.groupShops}, ${words.sidesOfVat[side]}${part}`,
      columns: [GROUP, ...shops.map((shop, at) => shopColumn(shop.title, at)), ...(hasTotal ? [TOTAL] : [])],
      rows: lines.map((line) => groupRow(line, shops, side)),
    };
  });
}

interface GroupLine {
  readonly title: string;
  readonly shops: WholeReport['turnover_by_group']['shop_totals'];
  readonly total: number;
  readonly isUnknown: boolean;
  readonly isSum: boolean;
}

const TOTAL = unknownable(createColumn('total', 'euros', 'Totaal', 'Total'));

/** The same ids in each part, so that its columns lie below those of the others. */
function shopColumn(title: string, at: number): DatasetColumn {
  return unknownable(markShopName(createColumn(`shop-${at}`, 'euros', title, title)));
}

function unknownable(declared: DatasetColumn): DatasetColumn {
  return { ...declared, unknownFigure: 'differences' };
}

function groupRow(
  { title, shops: values, total, isUnknown, isSum }: GroupLine,
  shops: Shops,
  side: VatSide,
): ExportRow {
  const amounts = new Map(values.map(({ shop_id, value, value_wt }) => [shop_id, side === 'ex' ? value : value_wt]));
  const cell = (value: number): CellValue => (isUnknown ? null : value);
  const cells = shops.map(({ shop_id }, at) => [`shop-${at}`, cell(amounts.get(shop_id) ?? 0)]);
  return { key: title, item: title, ...Object.fromEntries(cells), total: cell(total), ...(isSum && { isSum }) };
}

const CHECK_COLUMNS = [
  createColumn('item', 'text', 'Controle', 'Check'),
  createColumn('outcome', 'text', 'Uitkomst', 'Outcome'),
  createColumn('left', 'euros', 'Berekend', 'Computed'),
  createColumn('right', 'euros', 'In het rapport', 'In the report'),
  createColumn('difference', 'euros', 'Verschil', 'Difference'),
];

function checkTable(report: FinancialReport, language: Language): PaperTable[] {
  const { sections, checks: names, outcomes } = REPORT_LABELS[language];
  const rows = report.checks.map(({ name, left, right, difference, holds }) => {
    const without = formatMissing(listMissingInCheck(report, name), language);
    const item = without === '' ? names[name] : `${names[name]}, ${without}`;
    return { key: name, item, outcome: outcomes[holds ? 'holds' : 'differs'], left, right, difference };
  });
  return rows.length === 0 ? [] : [{ title: sections.checks, columns: CHECK_COLUMNS, rows }];
}
