import type { Language } from '../../../shared/contract/language.ts';
import type { Band } from './band.ts';
import { lineHeightOf, MARGIN } from './page-format.ts';
import type { Paper, RuleStyle, TextStyle } from './paper.ts';
import { decimalsOf, missingDecimals } from './pdf-cell.ts';
import { type Sheet, usableWidth } from './pdf-sheet.ts';

/** A column in its place on the page, in points. */
export interface ColumnPlace {
  readonly left: number;
  readonly width: number;
  readonly isNumeric: boolean;
  readonly mostDecimals: number;
}

/** The lines of each cell of a row. */
export type CellLines = readonly (readonly string[])[];

export interface StripRules {
  readonly isBottomAligned: boolean;
  readonly above: RuleStyle | null;
  readonly below: RuleStyle | null;
}

/** Above and below the texts of a row, in points. */
export const PADDING = 2.6;

/** A row as a strip, as high as its highest cell. */
export function rowStrip(
  cells: CellLines,
  places: readonly ColumnPlace[],
  style: TextStyle,
  rules: StripRules,
  { sheet, language }: { readonly sheet: Sheet; readonly language: Language },
): Band {
  const lineHeight = lineHeightOf(style.size);
  const most = linesIn(cells);
  const height = most * lineHeight + 2 * PADDING;
  const right = MARGIN + usableWidth(sheet.page);

  function drawCell(paper: Paper, place: ColumnPlace, lines: readonly string[], top: number): void {
    const first = top + PADDING + (rules.isBottomAligned ? (most - lines.length) * lineHeight : 0);
    lines.forEach((line, index) => {
      paper.text(line, textStart(line, place, style, language), first + index * lineHeight, style);
    });
  }

  return {
    height,
    draw: (paper, top) => {
      for (const [index, place] of places.entries()) drawCell(paper, place, cells[index] ?? [], top);
      if (rules.above !== null) paper.rule(MARGIN, right, top, rules.above);
      if (rules.below !== null) paper.rule(MARGIN, right, top + height, rules.below);
    },
  };
}

export function linesIn(cells: CellLines): number {
  return cells.reduce((most, { length }) => Math.max(most, length), 1);
}

const NUMBER = /^\u2212?[\d.,]+$/;

/** Numbers end at the right, so that their decimal marks lie below one another; a heading has no decimals. */
function textStart(line: string, place: ColumnPlace, { face, size }: TextStyle, language: Language): number {
  if (!place.isNumeric) return place.left;
  const decimals = NUMBER.test(line) ? decimalsOf(line, language) : place.mostDecimals;
  const unseen = missingDecimals(decimals, place.mostDecimals, language);
  return Math.max(place.left, place.left + place.width - face.widthOf(line + unseen, size));
}
