import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/column.ts';
import { decimalText } from './decimal-text.ts';
import { type ShownColumn, shownKind, shownText } from './shown-text.ts';

export type CellColumn = ShownColumn & Pick<DatasetColumn, 'isSummed'>;

const MINUS = '\u2212';
const DECIMAL_MARKS = { nl: ',', en: '.' } as const;
const GROUP_MARKS = { nl: '.', en: ',' } as const;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?=$| )/;
const DAY_FORMS = { nl: '$3-$2-$1', en: '$3/$2/$1' } as const;

/** A cell as it is printed: `−1.234,56`, `31-10-2026 14:05:09`, the words of a choice. */
export function pdfCell(column: CellColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  if (holdsNumbers(column)) return numberText(column, value, language);
  const text = shownText(column, value, language);
  return DAY_KINDS.has(shownKind(column, value)) ? dayText(text, language) : text;
}

export function holdsNumbers({ kind }: Pick<DatasetColumn, 'kind'>): boolean {
  return NUMBER_KINDS.has(kind);
}

/** `31-10-2026` of `2026-10-31`, and what follows after a space as it is. */
export function dayText(text: string, language: Language): string {
  return text.replace(DAY, DAY_FORMS[language]);
}

/** How many decimals a printed number has. */
export function decimalsOf(text: string, language: Language): number {
  const mark = text.lastIndexOf(DECIMAL_MARKS[language]);
  return mark === -1 ? 0 : text.length - mark - 1;
}

/** What a number with these decimals would have behind it if it had the most; numbers line up by its width. */
export function missingDecimals(decimals: number, mostDecimals: number, language: Language): string {
  if (decimals >= mostDecimals) return '';
  return (decimals === 0 ? DECIMAL_MARKS[language] : '') + '0'.repeat(mostDecimals - decimals);
}

const NUMBER_KINDS = new Set(['euros', 'unit-price', 'percentage', 'number', 'integer']);

const DAY_KINDS: ReadonlySet<ColumnKind> = new Set(['date', 'timestamp']);

function numberText(column: CellColumn, value: CellValue, language: Language): string {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  const least = column.kind === 'euros' || column.kind === 'unit-price' ? 2 : 0;
  const [whole = '', decimals] = decimalText(value, least, '.').replace('-', MINUS).split('.');
  const grouped = isGrouped(column) ? whole.replace(THOUSANDS, GROUP_MARKS[language]) : whole;
  return decimals === undefined ? grouped : `${grouped}${DECIMAL_MARKS[language]}${decimals}`;
}

/** A whole number that is not added up is a number by which something is known. */
function isGrouped({ kind, isSummed }: CellColumn): boolean {
  return kind !== 'integer' || isSummed;
}
