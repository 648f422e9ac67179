import type { Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { numberCell, textCell } from './cell.ts';
import { totalStyle, WARNING_STYLE } from './cell-style.ts';
import { isText, type SheetColumn } from './sheet-columns.ts';
import { shortfallWords } from './shortfall-words.ts';
import type { DocumentEnd } from './writer.ts';

const TOTAL = { nl: 'Totaal', en: 'Total' };
const INCOMPLETE = { nl: 'ONVOLLEDIG (INCOMPLETE)', en: 'INCOMPLETE' };

/** The row with the sums, as values; null where no column has one. */
export function totalsRow(
  columns: readonly SheetColumn[],
  { sums }: DocumentEnd,
  language: Language,
  rowNumber: number,
): string | null {
  const labelled = columns.find((column) => isText(column) && !column.declared.isSummed);
  if (!columns.some(({ declared }) => declared.isSummed)) return null;
  const cells = columns.map((column) => {
    const { letters, declared } = column;
    const address = `${letters}${rowNumber}`;
    const sum = declared.isSummed ? sums[declared.id] : undefined;
    if (sum !== undefined) return numberCell(sum, address, totalStyle(declared.kind));
    const label = column === labelled ? TOTAL[language] : '';
    // Empty cells have the rule as well.
    return textCell(label, address, totalStyle('text')) || `<c r="${address}" s="${totalStyle('text')}"/>`;
  });
  return rowOf(rowNumber, cells.join(''));
}

export function incompleteRow(shortfall: Shortfall, language: Language, rowNumber: number): string {
  const warning = `${INCOMPLETE[language]}: ${shortfallWords(shortfall, language)}`;
  return rowOf(rowNumber, textCell(warning, `A${rowNumber}`, WARNING_STYLE));
}

export function rowOf(rowNumber: number, cells: string): string {
  return `<row r="${rowNumber}">${cells}</row>`;
}
