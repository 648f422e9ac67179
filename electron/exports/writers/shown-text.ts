import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/column.ts';

const YES_NO = { nl: ['Ja', 'Nee'], en: ['Yes', 'No'] } as const;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:Z|[+-]\d{2}:\d{2})$/;

/** What staff read in a cell that is no number: the words of a choice, the local time of a timestamp. */
export function shownText(
  { kind, choices }: Pick<DatasetColumn, 'kind' | 'choices'>,
  value: CellValue,
  language: Language,
): string {
  if (value === null) return '';
  switch (kind) {
    case 'choice':
      return choices[String(value)]?.[language] ?? String(value);
    case 'flag':
      return YES_NO[language][value === true ? 0 : 1];
    case 'timestamp':
      return String(value).replace(TIMESTAMP, '$1 $2');
    default:
      return String(value);
  }
}
