import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind } from '../../../shared/datasets/column.ts';
import { decimalText } from './decimal-text.ts';
import { type ShownColumn, shownText } from './shown-text.ts';

/** What a formula begins with, also in the forms of other widths, which some spreadsheets take for the same. */
const FORMULA_START = /[=+\-@＝＋－＠﹦﹢﹣﹫]/;
/** By which a spreadsheet may split a line into cells, whatever separator it was written with, and text into lines. */
const SPLIT = /[,;\t\r\n]/;
/**
 * Text that a spreadsheet could take for a formula. Before the formula may be guards, and what is dropped or not seen:
 * spaces of all kinds, control characters, characters without a form, quotes.
 */
const FORMULA =
  /^'*[[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]--[\t\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫]/v;
const GUARD = "'";
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A cell as Excel (Nederland) opens it right: decimal comma, local time without an offset. It is never a formula, with
 * whichever of comma, semicolon and tab the file is opened.
 */
export function excelCell(column: ShownColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  const decimals = leastDecimals(column.kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, ',');
  const text = shownText(column, value, language);
  return quoted(guarded(text));
}

/** A cell for a program: decimal point, the API's own words and timestamps, texts as they are. */
export function dataCell(kind: ColumnKind, value: CellValue): string {
  if (value === null) return '';
  const decimals = leastDecimals(kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, '.');
  const text = String(value);
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

/** Null for a column that holds no numbers. */
function leastDecimals(kind: ColumnKind): 0 | 2 | null {
  switch (kind) {
    case 'euros':
    case 'unit-price':
      return 2;
    case 'percentage':
    case 'number':
    case 'integer':
      return 0;
    default:
      return null;
  }
}

/**
 * With a guard before each part that is a formula where a spreadsheet makes it a cell. What looks guarded already gets
 * one more: who takes one away from each such part always has what it was.
 */
function guarded(text: string): string {
  if (!FORMULA_START.test(text)) return text;
  if (!SPLIT.test(text)) return guardedPart(text);
  return text
    .split(/(?<=[,;\t\r\n])/)
    .map(guardedPart)
    .join('');
}

function guardedPart(part: string): string {
  return FORMULA.test(part) ? GUARD + part : part;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function numeric(value: CellValue): number {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  return value;
}
