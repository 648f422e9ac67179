import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind } from '../../../shared/datasets/column.ts';
import { ExportError } from '../export-error.ts';
import { cellStyle } from './cell-style.ts';
import { plainDecimal } from './plain-decimal.ts';
import { serialOfDate, serialOfTimestamp } from './serial-date.ts';
import { type ShownColumn, shownText } from './shown-text.ts';
import { xmlText } from './xml-text.ts';

/** Excel takes what is longer for a broken file. */
const MOST_CHARACTERS = 32_767;

/**
 * The XML of one cell at `address`, such as `C12`: empty for null and for a text without characters. Never a formula.
 * Throws a `TypeError` for what its column cannot hold, and `ExportError` `not_written` for a text that is too long.
 */
export function cell(column: ShownColumn, value: CellValue, address: string, language: Language): string {
  if (value === null) return '';
  const { kind } = column;
  const number = numberOf(kind, value);
  if (number !== null) return numberCell(number, address, cellStyle(kind));
  return textCell(shownText(column, value, language), address, cellStyle(kind));
}

export function numberCell(value: number, address: string, style: number): string {
  return `<c r="${address}" s="${style}"><v>${plainDecimal(value)}</v></c>`;
}

export function textCell(text: string, address: string, style: number): string {
  if (text === '') return '';
  if (text.length > MOST_CHARACTERS) throw tooLong(text, address);
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** Null for what is a text, be it a date for which Excel has no number. */
function numberOf(kind: ColumnKind, value: Exclude<CellValue, null>): number | null {
  switch (kind) {
    case 'text':
    case 'choice':
    case 'flag':
      return null;
    case 'date':
      return serialOfDate(String(value));
    case 'timestamp':
      return serialOfTimestamp(String(value));
    default:
      if (typeof value !== 'number') throw new TypeError(`not a number in ${kind}: ${value}`);
      return value;
  }
}

function tooLong(text: string, address: string): ExportError {
  const message = `The file was not saved: a cell of Excel holds at most ${MOST_CHARACTERS} characters, and ${address} would have ${text.length}. Choose CSV.`;
  return new ExportError('not_written', message);
}
