import type { Language } from '../../../shared/contract/language.ts';
import {
  HAIRLINE,
  INK,
  LANDSCAPE,
  lineHeightOf,
  MARGIN,
  MUTED,
  type PageSize,
  type Paper,
  PORTRAIT,
  RULE,
  type RuleStyle,
  type TextStyle,
  wrapText,
} from './pdf-paper.ts';
import type { ColumnNeed, PrintedRow, PrintedTable } from './pdf-tables.ts';
import { decimalsOf, missingDecimals, PDF_LABELS } from './pdf-text.ts';

/** A strip over the width of a page that is never cut. */
export interface Band {
  readonly height: number;
  draw(paper: Paper, top: number): void;
}

/** A table in strips. Its first rows stay with title and header, its last ones with each other and the totals. */
export interface Block {
  readonly title: Band | null;
  /** Instead of the title on each further page. */
  readonly continued: Band | null;
  /** Comes again on each page. */
  readonly header: Band;
  /** One at least. */
  readonly rows: readonly Band[];
  readonly totals: Band | null;
}

export interface TableContext {
  readonly paper: Paper;
  readonly sheet: Sheet;
  readonly language: Language;
  /** Free height of a page, in points. */
  readonly room: number;
}

const TITLE_SIZE = 11;

const SPACE_ABOVE_TITLE = 16;

const SPACE_BELOW_TITLE = 4;

const MOST_HEADING_LINES = 8;

const MOST_TITLE_LINES = 3;

const HEADER_RULES = { isBottomAligned: true, above: null, below: RULE };

const ROW_RULES = { isBottomAligned: false, above: null, below: HAIRLINE };

const TOTALS_RULES = { isBottomAligned: false, above: RULE, below: null };

/** Breaks the texts of a table into lines and makes strips of them; a row that no page could hold becomes several. */
export function tableBlock(table: PrintedTable, needs: readonly ColumnNeed[], context: TableContext): Block {
  const { paper, sheet, language, room } = context;
  const boxes = boxesOf(needs, sheet);
  const bold: TextStyle = { face: paper.bold, size: sheet.size, color: INK };
  const regular: TextStyle = { face: paper.regular, size: sheet.size, color: INK };
  const headings = table.columns.map(({ heading }) => heading[language]);

  const title = table.title === null ? null : titleBand(table.title, context);
  const again = `${table.title} (${PDF_LABELS[language].continued})`;
  const continued = table.title === null ? null : titleBand(again, context);
  const headingLines = partOf(linesOf(headings, boxes, bold), 0, MOST_HEADING_LINES);
  const header = rowStrip(headingLines, boxes, bold, HEADER_RULES, context);
  const totals = table.totals && rowStrip(linesOf(table.totals, boxes, bold), boxes, bold, TOTALS_RULES, context);
  const rowRoom = room - header.height - (continued?.height ?? 0) - (totals?.height ?? 0) - 2 * PADDING;
  const mostLines = Math.max(1, Math.floor(rowRoom / lineHeightOf(sheet.size)));

  function rowStrips(row: PrintedRow): Band[] {
    const cells = linesOf(row, boxes, regular);
    const parts = Math.ceil(linesIn(cells) / mostLines);
    return Array.from({ length: parts }, (_, part) => {
      const below = part === parts - 1 ? HAIRLINE : null;
      const lines = partOf(cells, part * mostLines, mostLines);
      return rowStrip(lines, boxes, regular, { ...ROW_RULES, below }, context);
    });
  }

  const rows = table.rows.flatMap(rowStrips);
  return { title, continued, header, rows: rows.length > 0 ? rows : [emptyBand(context)], totals };
}

function boxesOf(needs: readonly ColumnNeed[], sheet: Sheet): ColumnBox[] {
  const widths = columnWidths(needs, sheet);
  let left = MARGIN;
  return needs.map(({ isNumeric, mostDecimals }, index) => {
    const width = widths[index] ?? 0;
    const box = { left, width, isNumeric, mostDecimals };
    left += width + gapOf(sheet);
    return box;
  });
}

function linesOf(texts: PrintedRow, boxes: readonly ColumnBox[], { face, size }: TextStyle): CellLines {
  return boxes.map(({ width }, index) => wrapText(texts[index] ?? '', width, face, size));
}

function partOf(cells: CellLines, start: number, count: number): CellLines {
  return cells.map((lines) => lines.slice(start, start + count));
}

function titleBand(title: string, { paper, sheet }: TableContext): Band {
  const style: TextStyle = { face: paper.bold, size: TITLE_SIZE, color: INK };
  const width = usableWidth(sheet.page);
  const lines = wrapText(title, width, style.face, TITLE_SIZE).slice(0, MOST_TITLE_LINES);
  const lineHeight = lineHeightOf(TITLE_SIZE);
  return {
    height: SPACE_ABOVE_TITLE + lines.length * lineHeight + SPACE_BELOW_TITLE,
    draw: (drawn, top) => {
      lines.forEach((line, index) => {
        drawn.text(line, MARGIN, top + SPACE_ABOVE_TITLE + index * lineHeight, style);
      });
    },
  };
}

function emptyBand({ paper, sheet, language }: TableContext): Band {
  const style: TextStyle = { face: paper.regular, size: sheet.size, color: MUTED };
  return {
    height: lineHeightOf(sheet.size) + 4 * PADDING,
    draw: (drawn, top) => drawn.text(PDF_LABELS[language].noRows, MARGIN, top + 2 * PADDING, style),
  };
}

interface ColumnBox {
  readonly left: number;
  readonly width: number;
  readonly isNumeric: boolean;
  readonly mostDecimals: number;
}

type CellLines = readonly (readonly string[])[];

export interface StripRules {
  readonly isBottomAligned: boolean;
  readonly above: RuleStyle | null;
  readonly below: RuleStyle | null;
}

/** Above and below the texts of a row, in points. */
const PADDING = 2.6;

/** A row as a strip, as high as its highest cell. */
function rowStrip(
  cells: CellLines,
  boxes: readonly ColumnBox[],
  style: TextStyle,
  rules: StripRules,
  { sheet, language }: { readonly sheet: Sheet; readonly language: Language },
): Band {
  const lineHeight = lineHeightOf(style.size);
  const most = linesIn(cells);
  const height = most * lineHeight + 2 * PADDING;
  const right = MARGIN + usableWidth(sheet.page);

  function drawCell(paper: Paper, box: ColumnBox, lines: readonly string[], top: number): void {
    const first = top + PADDING + (rules.isBottomAligned ? (most - lines.length) * lineHeight : 0);
    lines.forEach((line, index) => {
      paper.text(line, textStart(line, box, style, language), first + index * lineHeight, style);
    });
  }

  return {
    height,
    draw: (paper, top) => {
      for (const [index, box] of boxes.entries()) drawCell(paper, box, cells[index] ?? [], top);
      if (rules.above !== null) paper.rule(MARGIN, right, top, rules.above);
      if (rules.below !== null) paper.rule(MARGIN, right, top + height, rules.below);
    },
  };
}

function linesIn(cells: CellLines): number {
  return cells.reduce((most, { length }) => Math.max(most, length), 1);
}

const NUMBER = /^\u2212?[\d.,]+$/;

/** Numbers end at the right, so that their decimal marks lie below one another; a heading has no decimals. */
function textStart(line: string, box: ColumnBox, { face, size }: TextStyle, language: Language): number {
  if (!box.isNumeric) return box.left;
  const decimals = NUMBER.test(line) ? decimalsOf(line, language) : box.mostDecimals;
  const unseen = missingDecimals(decimals, box.mostDecimals, language);
  return Math.max(box.left, box.left + box.width - face.widthOf(line + unseen, size));
}

export interface Sheet {
  readonly page: PageSize;
  /** Of the letters in a row. */
  readonly size: number;
}

const SIZES = [8.5, 7.5, 6.5] as const;

const SMALLEST = 6.5;

/** Between two columns, in the size of the letters. */
const GAP = 1.1;

/** A longer one asks for no more than this, in the size of the letters. */
const LONGEST_TEXT = 60;

/** Portrait where the columns have the room they want, else landscape, with smaller letters where they must. */
export function chooseSheet(needs: readonly ColumnNeed[]): Sheet {
  const [largest] = SIZES;
  if (roomOf(needs, ({ wanted }) => wanted, largest) <= usableWidth(PORTRAIT)) {
    return { page: PORTRAIT, size: largest };
  }
  const fits = (size: number) => roomOf(needs, ({ least }) => least, size) <= usableWidth(LANDSCAPE);
  return { page: LANDSCAPE, size: SIZES.find(fits) ?? SMALLEST };
}

export function usableWidth({ width }: PageSize): number {
  return width - 2 * MARGIN;
}

function gapOf({ size }: Sheet): number {
  return GAP * size;
}

/** The widths of the columns side by side in points, without the gaps: together they fill the page. */
function columnWidths(needs: readonly ColumnNeed[], sheet: Sheet): number[] {
  const { page, size } = sheet;
  const room = usableWidth(page) - gapOf(sheet) * (needs.length - 1);
  const least = needs.map((need) => need.least * size);
  const wanted = needs.map((need) => need.wanted * size);
  const roomy = needs.map((need) => need.roomy * size);
  if (room < sum(least)) return least.map((width) => (width * room) / sum(least));
  if (room < sum(wanted)) return between(least, wanted, room);
  if (room < sum(roomy)) return between(wanted, roomy, room);
  return grown(roomy, needs, room);
}

function between(lower: readonly number[], upper: readonly number[], room: number): number[] {
  const share = (room - sum(lower)) / (sum(upper) - sum(lower));
  return lower.map((width, index) => width + ((upper[index] ?? width) - width) * share);
}

function grown(widths: readonly number[], needs: readonly ColumnNeed[], room: number): number[] {
  const spare = room - sum(widths);
  const weights = needs.map(({ mayWrap, natural }) => (mayWrap ? Math.min(natural, LONGEST_TEXT) : 0));
  const whole = sum(weights);
  return widths.map((width, index) => {
    const share = whole === 0 ? 1 / widths.length : (weights[index] ?? 0) / whole;
    return width + spare * share;
  });
}

function roomOf(needs: readonly ColumnNeed[], need: (need: ColumnNeed) => number, size: number): number {
  return sum(needs.map((each) => need(each) * size)) + GAP * size * (needs.length - 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
