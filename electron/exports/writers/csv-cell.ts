import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind } from '../../../shared/datasets/column.ts';
import { decimalText } from './decimal-text.ts';
import { type ShownColumn, shownText } from './shown-text.ts';

/** A text that begins like this is a formula to a spreadsheet; the full-width forms too, in some of them. */
const FORMULA_STARTS = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']);
const GUARD = "'";
const NEEDS_QUOTES_FOR_EXCEL = /[";\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as Excel (Nederland) opens it right: decimal comma, local time without an offset, never a formula. */
export function excelCell(column: ShownColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  const decimals = leastDecimals(column.kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, ',');
  const text = shownText(column, value, language);
  return quoted(needsGuard(text) ? GUARD + text : text, NEEDS_QUOTES_FOR_EXCEL);
}

/** A cell for a program: decimal point, the API's own words and timestamps, texts as they are. */
export function dataCell(kind: ColumnKind, value: CellValue): string {
  if (value === null) return '';
  const decimals = leastDecimals(kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, '.');
  return quoted(String(value), NEEDS_QUOTES);
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

/** A text that looks guarded already gets one more: who takes one guard away always has what it was. */
function needsGuard(text: string): boolean {
  let start = 0;
  while (text[start] === GUARD) start += 1;
  return FORMULA_STARTS.has(text.charAt(start));
}

function quoted(text: string, whenIn: RegExp): string {
  return whenIn.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function numeric(value: CellValue): number {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  return value;
}
