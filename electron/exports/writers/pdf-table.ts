import type {
  Content,
  ContentText,
  CustomTableLayout,
  Margins,
  Node,
  PageOrientation,
  TableCell,
} from 'pdfmake/interfaces.js';
import type { Language } from '../../../shared/contract/language.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { sumOf } from '../../../shared/money.ts';
import { holdsNumbers, PDF_LABELS } from './pdf-text.ts';
import type { PrintedTable } from './printed-tables.ts';

export const INK = '#16191d';

export const MUTED = '#59606a';

const RULE = '#d3d7dc';

/** Between two columns, in points. */
const COLUMN_GAP = 9;

/** Between tables side by side, in points. */
const HALVES_GAP = 24;

export interface PageForm {
  readonly orientation: PageOrientation;
  /** Size of the texts in tables, in points. */
  readonly fontSize: number;
}

/** The widest table chooses the form. A column of free text counts for two. */
const PAGE_FORMS: readonly (PageForm & { readonly maxColumns: number })[] = [
  { maxColumns: 8, orientation: 'portrait', fontSize: 8.5 },
  { maxColumns: 12, orientation: 'landscape', fontSize: 8.5 },
  { maxColumns: 17, orientation: 'landscape', fontSize: 7.5 },
];

const SMALLEST_FORM: PageForm = { orientation: 'landscape', fontSize: 6.5 };

export function choosePageForm(tables: readonly Pick<PrintedTable, 'columns'>[]): PageForm {
  const columns = Math.max(...tables.map((table) => sumOf(table.columns, (column) => (isFreeText(column) ? 2 : 1))));
  return PAGE_FORMS.find(({ maxColumns }) => columns <= maxColumns) ?? SMALLEST_FORM;
}

function isFreeText({ kind, isCode }: DatasetColumn): boolean {
  return kind === 'text' && !isCode;
}

/**
 * Lays out the tables below one another. Two short halves stand side by side on one page. The total of a table in
 * `kept` has rows above it on its page.
 */
export function layOutTables(
  tables: readonly PrintedTable[],
  language: Language,
  kept: ReadonlySet<number>,
): Content[] {
  const numbered = new Map(tables.map((table, index) => [table, index + 1]));
  const draw = (table: PrintedTable) => {
    const number = numbered.get(table) ?? 0;
    return createTable(table, language, { number, keepsTotal: kept.has(number) });
  };
  return groupHalves(tables).flatMap((group): Content[] => {
    const [left, right] = (['left', 'right'] as const).map((side) => group.filter(({ half }) => half === side));
    if (!left?.length || !right?.length || !canFitBeside(left, right)) {
      return group.map(draw);
    }
    const stacks = [left, right].map((half) => ({ width: '*', stack: half.map(draw) }));
    return [{ unbreakable: true, columns: stacks, columnGap: HALVES_GAP }];
  });
}

/** Tables of the left half go with those of the right half that follow them. Every other table is a group by itself. */
function groupHalves(tables: readonly PrintedTable[]): PrintedTable[][] {
  const groups: PrintedTable[][] = [];
  for (const table of tables) {
    const before = groups.at(-1)?.at(-1)?.half;
    if (table.half !== undefined && (before === 'left' || before === table.half)) groups.at(-1)?.push(table);
    else groups.push([table]);
  }
  return groups;
}

/** Rows of a half that fit on one page below the head of the document. */
const MAX_HALF_ROWS = 40;

/** The title and the headings of a table take the space of this many rows. */
const HEADING_ROWS = 3;

/** Characters that fit in one line of a half, with two for each gap. */
const MAX_HALF_CHARACTERS = 57;

function canFitBeside(...halves: readonly PrintedTable[][]): boolean {
  return halves.every(
    (half) =>
      sumOf(half, ({ rows }) => rows.length + HEADING_ROWS) <= MAX_HALF_ROWS &&
      half.every((table) => countCharactersAcross(table) <= MAX_HALF_CHARACTERS),
  );
}

function countCharactersAcross({ columns, rows }: PrintedTable): number {
  return sumOf(columns.keys(), (at) => getMaxLength(rows, at)) + 2 * (columns.length - 1);
}

/** The number of characters of the longest text in a column. */
function getMaxLength(rows: PrintedTable['rows'], at: number): number {
  return rows.reduce((longest, row) => Math.max(longest, row[at]?.length ?? 0), 0);
}

/** Rows that stay on one page with the heading of their table. */
const ROWS_WITH_HEADING = 2;

/** A titled table with no more rows than these is not broken across pages. */
const MAX_UNBROKEN_ROWS = 24;

/** A row with a longer text may be higher than a page, so it may be broken across pages. */
const MAX_UNBROKEN_TEXT = 400;

interface TablePlace {
  /** Counted from 1 in the document. */
  readonly number: number;
  /** Whether a page is broken so that the last rows are on the page of the total. */
  readonly keepsTotal: boolean;
}

/** Rows above the total on such a page. */
const ROWS_WITH_TOTAL = 2;

/**
 * Finds the tables whose total begins a page, while a document is laid out. pdfmake reports for a row where the row
 * before it ended, and for what follows a table where its last row is: `createTable` marks both.
 */
export function createTotalWatch() {
  const pagesBefore = new Map<number, number>();
  const alone = new Set<number>();
  return {
    alone,
    /** For `pageBreakBefore`. Breaks no page. */
    watch({ headlineLevel = 0, startPosition: { pageNumber } }: Node): boolean {
      if (headlineLevel > 0) pagesBefore.set(headlineLevel, pageNumber);
      if (headlineLevel < 0 && pagesBefore.get(-headlineLevel) !== pageNumber) alone.add(-headlineLevel);
      return false;
    },
  };
}

function createTable(table: PrintedTable, language: Language, { number, keepsTotal }: TablePlace): Content {
  const { title, columns, rows, sums, totals, note } = table;
  const titled = title === null ? [] : [spanAll({ text: title, bold: true, fontSize: 11, margin: [0, 6, 0, 1] })];
  const headings = columns.map((column) => ({
    ...createCell(column, column.heading[language]),
    bold: true,
    noWrap: false,
  }));
  const lastRow = totals === null ? rows.length - 2 : rows.length - 1;
  const firstKept = keepsTotal ? lastRow - ROWS_WITH_TOTAL + 1 : null;
  const printed = rows.map((row, index) =>
    columns.map((column, at) => ({
      ...createCell(column, row[at] ?? ''),
      bold: sums.has(index),
      ...(index === firstKept && { pageBreak: 'before' as const }),
    })),
  );
  const empty = rows.length > 0 ? [] : [spanAll({ text: PDF_LABELS[language].noRows, color: MUTED })];
  const total =
    totals === null ? [] : [joinTotalCells(columns.map((column, at) => createCell(column, totals[at] ?? '')))];
  const headerRows = titled.length + 1;
  const isWhole = rows.every((row) => row.every((text) => text.length <= MAX_UNBROKEN_TEXT && !text.includes('\n')));
  const isUnbroken = title !== null && isWhole && rows.length <= MAX_UNBROKEN_ROWS;
  const body: TableCell[][] = [...titled, headings, ...printed, ...empty, ...total];
  const isWatched = isWhole && !isUnbroken && lastRow > ROWS_WITH_HEADING && (totals !== null || sums.has(lastRow + 1));
  if (isWatched) markFirstCell(body.at(-1), number);
  const after = isWatched ? { headlineLevel: -number } : {};

  function spanAll(cell: ContentText): TableCell[] {
    return [{ ...cell, colSpan: columns.length }, ...columns.slice(1).map(() => ({}))];
  }

  return {
    unbreakable: isUnbroken,
    stack: [
      {
        table: {
          headerRows,
          keepWithHeaderRows: isWhole ? ROWS_WITH_HEADING : 0,
          dontBreakRows: isWhole,
          widths: chooseWidths(table),
          body,
        },
        layout: createLayout(headerRows, new Set(totals === null ? sums : [...sums, rows.length])),
      },
      // A separate row would make the columns above it wider.
      ...(note === null ? [] : [{ text: note, color: MUTED, margin: [0, 2, 0, 0] as Margins, ...after }]),
      ...(note === null && isWatched ? [{ text: ' ', fontSize: 0.1, ...after }] : []),
    ],
  };
}

function markFirstCell(cells: TableCell[] | undefined, headlineLevel: number): void {
  const [first] = cells ?? [];
  if (cells && typeof first === 'object') cells[0] = { ...first, headlineLevel } as TableCell;
}

/** The free text with the longest cell gets the remaining space. Without free text, the first column gets it. */
function chooseWidths({ columns, rows }: PrintedTable): ('*' | 'auto')[] {
  const lengths = columns.map((column, at) => (isFreeText(column) ? getMaxLength(rows, at) : 0));
  const widest = lengths.indexOf(Math.max(...lengths));
  return columns.map((_, at) => (at === widest ? '*' : 'auto'));
}

const UNBROKEN_KINDS: ReadonlySet<DatasetColumn['kind']> = new Set(['date', 'timestamp', 'flag']);

function createCell(column: DatasetColumn, text: string) {
  return holdsNumbers(column)
    ? { text, alignment: 'right' as const, preserveTrailingSpaces: true }
    : {
        text: breakLongWords(text),
        alignment: 'left' as const,
        noWrap: UNBROKEN_KINDS.has(column.kind),
      };
}

/** A longer word would reach into the next column. */
const MAX_WORD_LENGTH = 20;

/** A long word may be broken where its line is full; a long e-mail address is first broken after its `@`. */
function breakLongWords(text: string): ContentText['text'] {
  const isLong = (word: string) => word.length > MAX_WORD_LENGTH;
  if (!text.split(/\s/).some(isLong)) return text;
  return text.split(/(\s+)/).flatMap((word) => {
    if (!isLong(word)) return [word];
    return word.split(/(?<=@)/).map((part, index) => {
      const line = index === 0 ? part : `\n${part}`;
      return isLong(part) ? { text: line, wordBreak: 'break-all' as const } : line;
    });
  });
}

/** The word for the total spans up to the first sum. In a column in between it would look like a value. */
function joinTotalCells(cells: readonly ReturnType<typeof createCell>[]): TableCell[] {
  const firstSum = cells.findIndex(({ text }, at) => at > 0 && text !== '');
  return cells.map((cell, at) =>
    at === 0 && firstSum > 1
      ? { ...cell, bold: true, alignment: 'left' as const, colSpan: firstSum }
      : { ...cell, bold: true },
  );
}

/** Strong rules below the headings and above each sum, and thin ones between the other rows. */
function createLayout(headerRows: number, sums: ReadonlySet<number>): CustomTableLayout {
  const isStrong = (line: number) => line === headerRows || sums.has(line - headerRows);
  return {
    hLineWidth: (line) => (line < headerRows ? 0 : isStrong(line) ? 0.8 : 0.4),
    hLineColor: (line) => (isStrong(line) ? INK : RULE),
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : COLUMN_GAP / 2),
    paddingRight: (column, node) => (column === (node.table.widths?.length ?? 0) - 1 ? 0 : COLUMN_GAP / 2),
    paddingTop: () => 1.6,
    paddingBottom: () => 1.6,
  };
}
