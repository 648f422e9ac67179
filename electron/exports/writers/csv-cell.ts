import type { CellValue, ColumnKind } from '../dataset.ts';
import { decimalText } from './decimal-text.ts';

/** A text that begins like this is a formula to a spreadsheet; the full-width forms too, in some of them. */
const FORMULA_STARTS = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']);
const NEEDS_QUOTES = /[";\r\n]/;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:Z|[+-]\d{2}:\d{2})$/;

/** A cell as Excel (Nederland) opens it right: decimal comma, local time without an offset. */
export function csvCell(kind: ColumnKind, value: CellValue): string {
  if (value === null) return '';
  switch (kind) {
    case 'text':
    case 'date':
      return textCell(String(value));
    case 'timestamp':
      return textCell(String(value).replace(TIMESTAMP, '$1 $2'));
    case 'euros':
    case 'unit-price':
      return decimalText(numeric(value), 2);
    case 'percentage':
    case 'number':
    case 'integer':
      return decimalText(numeric(value), 0);
  }
}

/** Text that can neither break the table nor run as a formula. */
export function textCell(text: string): string {
  const guarded = FORMULA_STARTS.has(text.charAt(0)) ? `'${text}` : text;
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function numeric(value: string | number): number {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  return value;
}
