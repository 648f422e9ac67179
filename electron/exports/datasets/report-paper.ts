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
 * The report as tables: three pages for a chain with a few shops. Its rows are those of the file, except that a check
 * is one line, and that on paper the turnover by group and shop is a table with a column for each shop. The head of a
 * document shows the first section.
 */
export function createReportTables(
  report: FinancialReport,
  rows: Rows,
  language: Language,
  form: 'paper' | 'sheets',
  side: VatSide = 'ex',
): PaperTable[] {
  const words = REPORT_LABELS[language];
  const bySection = Map.groupBy(rows, ({ section }) => section);
  const getSection = (name: SectionName) => bySection.get(words.sections[name]) ?? [];
  const table = (name: SectionName, columns: readonly DatasetColumn[], changed: (rows: Rows) => Rows = keepRows) => {
    const figures = getSection(name);
    return figures.length === 0 ? [] : [{ ...getTableTitle(name, words), columns, rows: changed(figures) }];
  };
  const beside = (half: 'left' | 'right', tables: readonly PaperTable[]) => tables.map((one) => ({ ...one, half }));
  const rates = (figures: Rows) => nameByRate(figures, words);
  const declared = getSection('declared').filter(({ item }) => item !== words.items.note);
  const { items } = words;
  const key = (name: SectionName, item: string) => getSection(name).filter((row) => row.item === item);
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
    ...beside('right', table('paymentMethods', [ITEM, INCL_VAT, PERCENTAGES.share], nameWithDetail)),
    ...beside('left', table('notPaidNow', [ITEM, ...FIGURES], rates)),
    ...beside('right', table('settledSince', [ITEM, ...FIGURES], rates)),
    ...table(
      'vatReturn',
      [BOX, RATE, ...FIGURES, PERCENTAGES.rate],
      form === 'paper' ? blankRepeatedBoxes : keepRows,
    ).map((rated) => ({
      ...rated,
      note: declared.length === 0 ? `${words.vatNote} ${words.declaredOfWhole}` : words.vatNote,
    })),
    ...(declared.length === 0 ? [] : [createDeclaredTable(declared, words, language)]),
    ...table('groups', [GROUP, DETAIL, ...FIGURES, PERCENTAGES.share], (figures) => nameByCode(figures, report)),
    ...(form === 'paper'
      ? createGroupTables(report, language, side)
      : table('groupShops', [GROUP, SHOP_OF_GROUP, ...FIGURES], (figures) => [
          ...figures,
          ...getSection('groups').filter(({ isSum }) => isSum),
        ])),
    ...table('shops', [SHOP, DETAIL, ...FIGURES, PERCENTAGES.share]),
    ...createCheckTable(report, language),
  ];
}

/** The title of a section, and the name of its sheet if that differs. */
export function getTableTitle(
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

/** What the percentage of a section means. */
const PERCENTAGES = {
  margin: createColumn('percentage', 'percentage', 'Marge %', 'Margin %'),
  rate: { ...createColumn('percentage', 'percentage', 'Tarief %', 'Rate %'), labelFrom: 'percentage_label' },
  share: createColumn('percentage', 'percentage', 'Aandeel %', 'Share %'),
} as const;

function keepRows(rows: Rows): Rows {
  return rows;
}

function nameByRate(rows: Rows, { items }: ReportLabels): Rows {
  return rows.map((row) => (row.item === items.rate ? { ...row, item: row.detail ?? null, detail: null } : row));
}

function nameWithDetail(rows: Rows): Rows {
  return rows.map((row) => (row.detail ? { ...row, item: `${row.item}: ${row.detail}` } : row));
}

const DECLARED_COLUMNS = [
  BOX,
  markSummed(createColumn('value', 'integer', 'Omzet', 'Turnover')),
  markSummed(createColumn('vat', 'integer', 'Btw', 'VAT')),
];

/** The amounts for the VAT return. Notes are below the table instead of rows in it. */
function createDeclaredTable(rows: Rows, words: ReportLabels, language: Language): PaperTable {
  const { title, ...named } = getTableTitle('declared', words);
  return {
    ...named,
    title: `${title}, ${words.wholeEuros}`,
    columns: DECLARED_COLUMNS,
    rows,
    note: DECLARED_NOTES[language].join(' '),
  };
}

/** A box is named only beside its first rate: the name is long, and its rates and their sum follow each other. */
export function blankRepeatedBoxes<Row extends ExportRow>(rows: readonly Row[]): readonly Row[] {
  return rows.map((row, index) => (row.item === rows[index - 1]?.item ? { ...row, item: '' } : row));
}

/** `rows` are the groups in their order, then their total. */
function nameByCode(rows: Rows, { turnover_by_group: groups }: FinancialReport): Rows {
  if (groups === null) return rows;
  return rows.map((row, index) => {
    const code = groups.rows[index]?.product_group_code ?? null;
    return code === null ? row : { ...row, item: `${code} ${row.item}`, detail: null };
  });
}

/** Shops that fit beside the name of a group, and beside name and total. */
const MAX_SHOPS_ACROSS = 6;

const MAX_SHOPS_BESIDE_TOTAL = 5;

type Shops = WholeReport['shops'];

/** Splits the shops into parts as wide as a sheet. The last part has the total. */
function splitShops(shops: Shops): readonly Shops[] {
  const parts: Shops[] = [];
  let rest = shops;
  while (rest.length > MAX_SHOPS_BESIDE_TOTAL) {
    parts.push(rest.slice(0, MAX_SHOPS_ACROSS));
    rest = rest.slice(MAX_SHOPS_ACROSS);
  }
  return [...parts, rest];
}

/** Groups as rows and shops as columns, with one side of VAT. */
function createGroupTables(
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
  const parts = splitShops(groups.shops);
  return parts.map((shops, index) => {
    const part = parts.length === 1 ? '' : ` (${index + 1}/${parts.length})`;
    const hasTotal = index === parts.length - 1;
    return {
      title: `${sections.groupShops}, ${words.sidesOfVat[side]}${part}`,
      columns: [GROUP, ...shops.map((shop, at) => createShopColumn(shop.title, at)), ...(hasTotal ? [TOTAL] : [])],
      rows: lines.map((line) => createGroupRow(line, shops, side)),
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

const TOTAL = markUnknownable(createColumn('total', 'euros', 'Totaal', 'Total'));

/** The same ids in each part, so that the columns of all parts are aligned. */
function createShopColumn(title: string, at: number): DatasetColumn {
  return markUnknownable(markShopName(createColumn(`shop-${at}`, 'euros', title, title)));
}

function markUnknownable(declared: DatasetColumn): DatasetColumn {
  return { ...declared, unknownFigure: 'differences' };
}

function createGroupRow(
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

function createCheckTable(report: FinancialReport, language: Language): PaperTable[] {
  const { sections, checks: names, outcomes } = REPORT_LABELS[language];
  const rows = report.checks.map(({ name, left, right, difference, holds }) => {
    const without = formatMissing(listMissingInCheck(report, name), language);
    const item = without === '' ? names[name] : `${names[name]}, ${without}`;
    return { key: name, item, outcome: outcomes[holds ? 'holds' : 'differs'], left, right, difference };
  });
  return rows.length === 0 ? [] : [{ title: sections.checks, columns: CHECK_COLUMNS, rows }];
}
