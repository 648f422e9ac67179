import { isCalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/column.ts';

export type ShownColumn = Pick<DatasetColumn, 'kind' | 'choices' | 'holdsMoments'>;

const YES_NO = { nl: ['Ja', 'Nee'], en: ['Yes', 'No'] } as const;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:Z|[+-]\d{2}:\d{2})$/;

/** What staff read in a cell that is no number: the words of a choice, the local time of a timestamp. */
export function shownText(column: ShownColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  switch (shownKind(column, value)) {
    case 'choice':
      return column.choices[String(value)]?.[language] ?? String(value);
    case 'flag':
      return YES_NO[language][value === true ? 0 : 1];
    case 'timestamp':
      return String(value).replace(TIMESTAMP, '$1 $2');
    default:
      return String(value);
  }
}

/** The kind as which a value is shown: that of its column, but for a moment or day among texts. */
export function shownKind(
  { kind, holdsMoments }: Pick<ShownColumn, 'kind' | 'holdsMoments'>,
  value: CellValue,
): ColumnKind {
  if (holdsMoments === undefined || typeof value !== 'string') return kind;
  if (TIMESTAMP.test(value)) return 'timestamp';
  return isCalendarDate(value) ? 'date' : kind;
}
