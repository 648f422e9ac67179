import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { shortShopNames } from '../../../shared/shop-names.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import type { Face, Faces } from './pdf-fonts.ts';
import { decimalsOf, holdsNumbers, missingDecimals, PDF_LABELS, pdfCell } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** Texts by column, in the order of the columns of the table. */
export type PrintedRow = readonly string[];

export interface PrintedTable {
  /** Null where the document is one table. */
  readonly title: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly PrintedRow[];
  /** Which of the rows add up others, by their index. */
  readonly sums: ReadonlySet<number>;
  readonly totals: PrintedRow | null;
  /** Below the totals. */
  readonly note: string | null;
  readonly half: PaperTable['half'];
}

type Printable = (text: string) => string;

/** The tables that the document is made of: those that the dataset has for paper, else its sections, else one. */
export function paperTables(
  { sectionColumn, columns, hasChosenColumns }: ExportDocument,
  rows: readonly ExportRow[],
  { paper }: DocumentEnd,
): readonly PaperTable[] {
  if (paper !== null) return paper.map(withFilledColumns);
  // An address cannot be followed on paper.
  const besides = columns.filter(({ id, isLink }) => id !== sectionColumn && !isLink);
  const printed = besides.length > 0 ? besides : columns;
  if (sectionColumn === null || rows.length === 0) {
    return [{ title: null, columns: hasChosenColumns ? printed : tellingColumns(printed, rows), rows }];
  }
  return sectionsOf(rows, sectionColumn).map((section) => withFilledColumns({ ...section, columns: printed }));
}

function withFilledColumns(table: PaperTable): PaperTable {
  const filled = table.columns.filter(({ id }) => table.rows.some((row) => !isEmpty(row[id])));
  return filled.length === 0 ? table : { ...table, columns: filled };
}

/** Without texts that say nothing, because no row has one, or each has the usual one. */
function tellingColumns(columns: readonly DatasetColumn[], rows: readonly ExportRow[]): readonly DatasetColumn[] {
  if (rows.length === 0) return columns;
  const isTelling = ({ id, kind, usual }: DatasetColumn) =>
    kind !== 'text' || rows.some((row) => !isEmpty(row[id]) && row[id] !== usual);
  const telling = columns.filter(isTelling);
  return telling.length === 0 ? columns : telling;
}

function sectionsOf(rows: readonly ExportRow[], sectionColumn: string): { title: string; rows: ExportRow[] }[] {
  const sections: { title: string; rows: ExportRow[] }[] = [];
  for (const row of rows) {
    const title = String(row[sectionColumn] ?? '');
    const current = sections.at(-1);
    if (current?.title === title) current.rows.push(row);
    else sections.push({ title, rows: [row] });
  }
  return sections;
}

/**
 * The tables with short names of shops, in cells and in headings, and the full names of all of them, which the document says
 * once: a list without those that have no shorter name would read as if they were left out.
 */
export function withShortShops(tables: readonly PaperTable[]): {
  readonly tables: readonly PaperTable[];
  readonly shops: readonly string[];
} {
  const titles = [...new Set(tables.flatMap(shopTitles))];
  const short = shortShopNames(titles);
  if (titles.every((title) => short(title) === title)) return { tables, shops: [] };
  return { tables: tables.map((table) => shortened(table, short)), shops: titles.toSorted(compareFolded) };
}

function shopTitles({ columns, rows }: PaperTable): readonly string[] {
  const named = columns.filter(({ isShopName }) => isShopName);
  return named
    .flatMap(({ id, kind, heading }) =>
      kind === 'text' ? rows.filter(({ isSum }) => !isSum).map((row) => row[id]) : [heading.nl],
    )
    .filter((title) => typeof title === 'string');
}

function shortened({ columns, rows, ...table }: PaperTable, short: (title: string) => string): PaperTable {
  const ids = columns.filter(({ isShopName, kind }) => isShopName && kind === 'text').map(({ id }) => id);
  const named = (row: ExportRow) => ids.map((id) => [id, typeof row[id] === 'string' ? short(row[id]) : row[id]]);
  return {
    ...table,
    columns: columns.map((column) =>
      column.isShopName && column.kind !== 'text'
        ? { ...column, heading: { nl: short(column.heading.nl), en: short(column.heading.en) } }
        : column,
    ),
    rows: rows.map((row) => ({ ...row, ...Object.fromEntries(named(row)) })),
  };
}

/** The numbers of a column have as many decimals each, so that their marks lie below one another. */
export function printedTables(
  document: ExportDocument,
  tables: readonly PaperTable[],
  end: DocumentEnd,
  printable: Printable,
): PrintedTable[] {
  const { language } = document;
  const printed = tables.map((table) => printedTable(table, language, printable));
  return withTotals(document, printed, end).map((table) => withAlignedNumbers(table, language));
}

function printedTable(
  { title, columns, rows, half }: PaperTable,
  language: Language,
  printable: Printable,
): PrintedTable {
  const headed = columns.map(({ heading, ...column }) => ({
    ...column,
    heading: { nl: printable(heading.nl), en: printable(heading.en) },
  }));
  return {
    title: title === null ? null : printable(title),
    columns: headed,
    rows: rows.map((row) => printedRow(columns, row, language, printable)),
    sums: sumsAmong(rows),
    totals: null,
    note: null,
    half,
  };
}

/** A list ends with its totals; several tables with one more, as none of them has all columns. */
function withTotals(
  { language, columns }: ExportDocument,
  tables: readonly PrintedTable[],
  end: DocumentEnd,
): readonly PrintedTable[] {
  const [first] = tables;
  if (first === undefined || end.rows === 0) return tables;
  if (first.title === null) {
    const totals = totalsOf(first.columns, end, language);
    return [{ ...first, totals, note: totals && (end.totals?.note ?? null) }];
  }
  return columns.some(({ id }) => id in end.sums) ? [...tables, totalsTable(columns, end, language)] : tables;
}

/** Only texts can hold what the font lacks. */
function printedRow(
  columns: readonly DatasetColumn[],
  row: ExportRow,
  language: Language,
  printable: Printable,
): PrintedRow {
  return columns.map((column) => {
    const text = pdfCell(column, row[column.id] ?? null, language);
    return holdsNumbers(column) ? text : printable(text);
  });
}

/** Null where no column has a sum. The word for it stands in the first column that has no total. */
function totalsOf(
  columns: readonly DatasetColumn[],
  { sums, shortfall, totals }: DocumentEnd,
  language: Language,
): PrintedRow | null {
  if (!columns.some(({ id }) => id in sums)) return null;
  const { total, totalOfSome } = PDF_LABELS[language];
  const values: Readonly<Record<string, number | null>> = { ...totals?.cells, ...sums };
  const labelled = columns.find(({ id }) => !(id in values));
  return columns.map((column) => {
    if (column === labelled) return shortfall === null ? total : totalOfSome;
    return pdfCell(column, values[column.id] ?? null, language);
  });
}

/** The sums of all sections, where none of them has all columns. */
function totalsTable(columns: readonly DatasetColumn[], end: DocumentEnd, language: Language): PrintedTable {
  const summed = columns.filter(({ id }) => id in end.sums);
  const { total, totalOfSome } = PDF_LABELS[language];
  const title = end.shortfall === null ? total : totalOfSome;
  const row = summed.map((column) => pdfCell(column, end.sums[column.id] ?? null, language));
  return { title, columns: summed, rows: [row], sums: new Set([0]), totals: null, note: null, half: undefined };
}

function sumsAmong(rows: readonly ExportRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap(({ isSum }, index) => (isSum ? [index] : [])));
}

/** Kinds whose numbers may end in zeros without looking like thousands. */
const ALIGNED_KINDS: ReadonlySet<ColumnKind> = new Set(['euros', 'unit-price', 'percentage']);

function withAlignedNumbers(table: PrintedTable, language: Language): PrintedTable {
  const most = table.columns.map(({ kind }, index) => {
    if (!ALIGNED_KINDS.has(kind)) return 0;
    const texts = [...table.rows, ...(table.totals ? [table.totals] : [])].map((row) => row[index] ?? '');
    return mostOf(texts, (text) => decimalsOf(text, language));
  });
  const aligned = (row: PrintedRow): PrintedRow =>
    row.map((text, index) =>
      DIGITS.test(text) ? text + missingDecimals(decimalsOf(text, language), most[index] ?? 0, language) : text,
    );
  return { ...table, rows: table.rows.map(aligned), totals: table.totals && aligned(table.totals) };
}

const DIGITS = /^\u2212?[\d.,]+$/;

function isEmpty(value: CellValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** A table, or several in two columns. */
export interface Block {
  /** By their index. */
  readonly tables: readonly number[];
  /** Of the column at the left, in points; null for one table, which has the whole width. */
  readonly leftWidth: number | null;
}

export interface Sheet {
  /** From top to bottom. */
  readonly blocks: readonly Block[];
  readonly orientation: 'portrait' | 'landscape';
  /** Of the letters in a row, in points. */
  readonly size: number;
  /** Of the columns of each table, in points, without the gaps between them. */
  readonly widths: readonly (readonly number[])[];
}

/** Left and right of the texts of a page, in points. */
export const MARGIN = 36;

/** Between two columns, in points. */
export const GAP = 9;

/** Between the halves of a page, in points. */
export const HALVES_GAP = 24;

const USABLE = { portrait: 595.28 - 2 * MARGIN, landscape: 841.89 - 2 * MARGIN } as const;

const SIZES = [8.5, 7.5, 6.5] as const;

const SMALLEST = 6.5;

/** Portrait where the columns have the room they want, or need in a report, else landscape; smaller letters where they must. */
export function chooseSheet(tables: readonly PrintedTable[], language: Language, faces: Faces): Sheet {
  const needs = needsOf(tables, language, faces);
  const [largest] = SIZES;
  const widthOf = (at: number, size: number, need: 'least' | 'wanted') =>
    sum((needs[at] ?? []).map((each) => each[need] * size + GAP)) - GAP;
  const sideOf = (block: readonly number[], side: PrintedTable['half'], size: number, need: 'least' | 'wanted') =>
    Math.max(0, ...block.filter((at) => tables[at]?.half === side).map((at) => widthOf(at, size, need)));
  /** Half of the page, unless a side needs more of it; null where the sides have no room beside one another. */
  const leftWidth = (block: readonly number[], orientation: Sheet['orientation'], size: number) => {
    const room = USABLE[orientation] - HALVES_GAP;
    for (const need of ['wanted', 'least'] as const) {
      const [least, most] = [sideOf(block, 'left', size, need), room - sideOf(block, 'right', size, need)];
      if (least <= most) return Math.min(Math.max(room / 2, least), most);
    }
    return null;
  };
  const groups = blocksOf(tables).flatMap((block) => {
    const isBeside = block.length > 1 && haveRoomBeside(block.flatMap((at) => tables[at] ?? []));
    return isBeside && leftWidth(block, 'portrait', largest) !== null ? [block] : block.map((at) => [at]);
  });
  const placed = (orientation: Sheet['orientation'], size: number): readonly Block[] =>
    groups.map((block) => ({
      tables: block,
      leftWidth: block.length > 1 ? leftWidth(block, orientation, size) : null,
    }));
  const roomsOf = (orientation: Sheet['orientation'], size: number) =>
    placed(orientation, size).flatMap((block) =>
      block.tables.map((at) => {
        if (block.leftWidth === null) return USABLE[orientation];
        return tables[at]?.half === 'left' ? block.leftWidth : USABLE[orientation] - HALVES_GAP - block.leftWidth;
      }),
    );
  const fits = (orientation: Sheet['orientation'], size: number, need: 'least' | 'wanted') =>
    roomsOf(orientation, size).every((room, at) => widthOf(at, size, need) <= room);
  const need = tables.length > 1 ? 'least' : 'wanted';
  const orientation = fits('portrait', largest, need) ? 'portrait' : 'landscape';
  const size = SIZES.find((candidate) => fits(orientation, candidate, 'least')) ?? SMALLEST;
  const rooms = roomsOf(orientation, size);
  const widths = needs.map((ofTable, at) => columnWidths(ofTable, rooms[at] ?? USABLE[orientation], size));
  return { blocks: placed(orientation, size), orientation, size, widths };
}

/** Those of the left half with those of the right half that follow them; any other table by itself. */
function blocksOf(tables: readonly PrintedTable[]): readonly (readonly number[])[] {
  const blocks: number[][] = [];
  tables.forEach(({ half }, at) => {
    const before = tables[at - 1]?.half;
    const isBeside = half !== undefined && (before === 'left' || before === half);
    if (isBeside) blocks.at(-1)?.push(at);
    else blocks.push([at]);
  });
  return blocks;
}

/** Rows of a column that have room on one page below the head; a title with its headings takes that of three. */
const ROWS_OF_A_HALF = 40;

const ROWS_OF_HEADINGS = 3;

/** A longer text may be broken into lines. */
const LONGEST_IN_A_HALF = 48;

function haveRoomBeside(tables: readonly PrintedTable[]): boolean {
  const rowsIn = (side: PrintedTable['half']) =>
    sum(tables.filter(({ half }) => half === side).map(({ rows }) => rows.length + ROWS_OF_HEADINGS));
  const isShort = ({ rows }: PrintedTable) =>
    rows.every((row) => row.every((text) => text.length <= LONGEST_IN_A_HALF));
  return tables.every(isShort) && Math.max(rowsIn('left'), rowsIn('right')) <= ROWS_OF_A_HALF;
}

/** The room that a column needs, in the size of its letters: times 8 it is points for letters of 8 points. */
interface ColumnNeed {
  readonly least: number;
  readonly wanted: number;
  /** In which nothing is broken into lines; how much of the spare room it takes. */
  readonly natural: number;
  /** Its texts may be broken into lines without being hard to read. */
  readonly mayWrap: boolean;
}

const NARROWEST_TEXT = 7;

/** A longer word may be broken; a number of an article may not, for its parts would be read as numbers. */
const LONGEST_WORD = 10;

const WIDEST = 22;

const LONGEST_TEXT = 60;

const SOLID_KINDS: ReadonlySet<ColumnKind> = new Set(['date', 'timestamp', 'flag']);

/** Letters that stand side by side are a little wider than they are one by one. */
const ROUNDING = 0.2;

/** By table and column. Numbers and dates are as wide in each table, so that they lie below one another. */
function needsOf(tables: readonly PrintedTable[], language: Language, faces: Faces): ColumnNeed[][] {
  const widest = new Map<string, ColumnNeed>();
  const needs = tables.map((table) => tableNeeds(table, language, faces));
  tables.forEach(({ columns }, at) => {
    columns.forEach(({ id }, index) => {
      const need = needs[at]?.[index];
      if (need && need.natural > (widest.get(id)?.natural ?? 0)) widest.set(id, need);
    });
  });
  return needs.map((ofTable, at) =>
    ofTable.map((need, index) => (need.mayWrap ? need : (widest.get(tables[at]?.columns[index]?.id ?? '') ?? need))),
  );
}

function tableNeeds(
  { columns, rows, sums, totals }: PrintedTable,
  language: Language,
  { regular, bold }: Faces,
): ColumnNeed[] {
  return columns.map((column, index) => {
    const mayWrap = !holdsNumbers(column) && !SOLID_KINDS.has(column.kind);
    const cells = Math.max(
      mostOf(rows, (row, at) => (sums.has(at) ? bold : regular).widthOf(row[index] ?? '')),
      bold.widthOf(totals?.[index] ?? ''),
    );
    const heading = column.heading[language];
    const word = mostOf(heading.split(' '), (text) => bold.widthOf(text));
    const longest = mayWrap ? mostOf(rows, (row) => longestWord(row[index] ?? '', regular)) : 0;
    const narrowest = mayWrap ? Math.max(NARROWEST_TEXT, Math.min(longest, LONGEST_WORD)) : WIDEST;
    return {
      least: Math.max(word, Math.min(cells, narrowest)) + ROUNDING,
      wanted: Math.max(word, Math.min(cells, WIDEST)) + ROUNDING,
      natural: Math.max(cells, bold.widthOf(heading)) + ROUNDING,
      mayWrap,
    };
  });
}

function longestWord(text: string, face: Face): number {
  return mostOf(text.split(/\s+/), (word) => face.widthOf(word));
}

/** In points; what is left over is shared by the texts. */
function columnWidths(needs: readonly ColumnNeed[], page: number, size: number): number[] {
  const room = page - GAP * (needs.length - 1);
  const least = needs.map((need) => need.least * size);
  const wanted = needs.map((need) => (need.mayWrap ? need.wanted : Math.min(need.natural, WIDEST)) * size);
  if (sum(least) >= room) return least.map((width) => (width * room) / sum(least));
  if (sum(wanted) >= room) {
    const share = (room - sum(least)) / (sum(wanted) - sum(least));
    return least.map((width, index) => width + ((wanted[index] ?? width) - width) * share);
  }
  const spare = room - sum(wanted);
  // Without texts the numbers stay at the right, below those of other tables.
  const weights = needs.map(({ mayWrap, natural }) => (mayWrap ? Math.min(natural, LONGEST_TEXT) : 0));
  const shares = sum(weights) === 0 ? [1] : weights.map((weight) => weight / sum(weights));
  return wanted.map((width, index) => width + spare * (shares[index] ?? 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function mostOf<Item>(items: readonly Item[], measure: (item: Item, index: number) => number): number {
  return items.reduce((most, item, index) => Math.max(most, measure(item, index)), 0);
}
