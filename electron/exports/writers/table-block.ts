import type { Language } from '../../../shared/contract/language.ts';
import type { Band, Block } from './band.ts';
import type { ColumnNeed } from './column-needs.ts';
import { HAIRLINE, INK, lineHeightOf, MARGIN, MUTED, RULE } from './page-format.ts';
import type { Paper, TextStyle } from './paper.ts';
import { columnWidths, gapOf, type Sheet, usableWidth } from './pdf-sheet.ts';
import { PDF_WORDS } from './pdf-words.ts';
import type { PrintedRow, PrintedTable } from './printed-tables.ts';
import { type CellLines, type ColumnPlace, linesIn, PADDING, rowStrip } from './row-strip.ts';
import { wrapText } from './wrap-text.ts';

export interface TableGround {
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
export function tableBlock(table: PrintedTable, needs: readonly ColumnNeed[], ground: TableGround): Block {
  const { paper, sheet, language, room } = ground;
  const places = placesOf(needs, sheet);
  const bold: TextStyle = { face: paper.bold, size: sheet.size, color: INK };
  const regular: TextStyle = { face: paper.regular, size: sheet.size, color: INK };
  const headings = table.columns.map(({ heading }) => heading[language]);

  const title = table.title === null ? null : titleBand(table.title, ground);
  const again = `${table.title} (${PDF_WORDS[language].continued})`;
  const continued = table.title === null ? null : titleBand(again, ground);
  const headingLines = partOf(linesOf(headings, places, bold), 0, MOST_HEADING_LINES);
  const header = rowStrip(headingLines, places, bold, HEADER_RULES, ground);
  const totals =
    table.totals && rowStrip(linesOf(table.totals, places, bold), places, bold, TOTALS_RULES, ground);
  const rowRoom = room - header.height - (continued?.height ?? 0) - (totals?.height ?? 0) - 2 * PADDING;
  const mostLines = Math.max(1, Math.floor(rowRoom / lineHeightOf(sheet.size)));

  function rowStrips(row: PrintedRow): Band[] {
    const cells = linesOf(row, places, regular);
    const parts = Math.ceil(linesIn(cells) / mostLines);
    return Array.from({ length: parts }, (_, part) => {
      const below = part === parts - 1 ? HAIRLINE : null;
      const lines = partOf(cells, part * mostLines, mostLines);
      return rowStrip(lines, places, regular, { ...ROW_RULES, below }, ground);
    });
  }

  const rows = table.rows.flatMap(rowStrips);
  return { title, continued, header, rows: rows.length > 0 ? rows : [emptyBand(ground)], totals };
}

function placesOf(needs: readonly ColumnNeed[], sheet: Sheet): ColumnPlace[] {
  const widths = columnWidths(needs, sheet);
  let left = MARGIN;
  return needs.map(({ isNumeric, mostDecimals }, index) => {
    const width = widths[index] ?? 0;
    const place = { left, width, isNumeric, mostDecimals };
    left += width + gapOf(sheet);
    return place;
  });
}

function linesOf(texts: PrintedRow, places: readonly ColumnPlace[], { face, size }: TextStyle): CellLines {
  return places.map(({ width }, index) => wrapText(texts[index] ?? '', width, face, size));
}

function partOf(cells: CellLines, start: number, count: number): CellLines {
  return cells.map((lines) => lines.slice(start, start + count));
}

function titleBand(title: string, { paper, sheet }: TableGround): Band {
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

function emptyBand({ paper, sheet, language }: TableGround): Band {
  const style: TextStyle = { face: paper.regular, size: sheet.size, color: MUTED };
  return {
    height: lineHeightOf(sheet.size) + 4 * PADDING,
    draw: (drawn, top) => drawn.text(PDF_WORDS[language].noRows, MARGIN, top + 2 * PADDING, style),
  };
}
