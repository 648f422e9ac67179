import { localTimestamp } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/column.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { DateFormat } from '../../lib/date-format.ts';
import type { NumberFormat } from '../../lib/number-format.ts';

export type ShownColumn = Pick<DatasetColumn, 'kind' | 'choices'>;

/** How the language in use writes values, with its words for true and false. */
export interface CellWords {
  readonly language: Language;
  readonly format: NumberFormat & DateFormat;
  readonly yes: string;
  readonly no: string;
}

const EMPTY = '–';
const PLAIN: ShownColumn = { kind: 'text', choices: {} };

/** A value of the API as staff read it; a column that nobody knows is shown as it is. */
export function cellText(column: ShownColumn = PLAIN, value: CellValue, words: CellWords): string {
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'number') return numberText(column, value, words);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  switch (column.kind) {
    case 'choice':
      return column.choices[value]?.[words.language] ?? value;
    case 'timestamp':
      return words.format.moment(localTimestamp(Date.parse(value)));
    case 'date':
      return words.format.day(value);
    default:
      return value;
  }
}

/** How much more the number is than it was, with its sign; null for what is no amount or count. */
export function differenceText(
  column: ShownColumn = PLAIN,
  before: CellValue,
  after: CellValue,
  words: CellWords,
): string | null {
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  const difference = toEuros(fromEuros(after) - fromEuros(before));
  const text = numberText(column, difference, words);
  return difference > 0 ? `+${text}` : text;
}

function numberText({ kind }: ShownColumn, value: number, { format }: CellWords): string {
  switch (kind) {
    case 'euros':
      return format.money(value);
    case 'unit-price':
      return value < 0 ? `−€\u00a0${format.unitPrice(-value)}` : `€\u00a0${format.unitPrice(value)}`;
    case 'percentage':
      return format.percentage(value);
    default:
      return format.quantity(value);
  }
}
