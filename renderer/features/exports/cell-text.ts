import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { DatasetName } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import type { DateFormat } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';

type FormattedColumn = Pick<DatasetColumn, 'kind' | 'choices' | 'unknownFigure'>;

/** The formats of the language in use, and its texts for true and false. */
export interface CellLabels {
  readonly language: Language;
  readonly format: NumberFormat & DateFormat;
  readonly yes: string;
  readonly no: string;
}

const EMPTY = '–';

const PLAIN: FormattedColumn = { kind: 'text', choices: {} };

/** A value of the API as text; the value of an unknown column is not changed. */
export function cellText(column: FormattedColumn = PLAIN, value: CellValue, texts: CellLabels): string {
  if (value === null && column.unknownFigure) return texts.format.amount(null);
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'number') return numberText(column, value, texts);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  switch (column.kind) {
    case 'choice':
      return column.choices[value]?.[texts.language] ?? value;
    case 'timestamp':
      return texts.format.dateTime(formatTimestamp(Date.parse(value)));
    case 'date':
      return texts.format.day(value);
    default:
      return value;
  }
}

/** The signed difference of two numbers; null for values that are no numbers. */
export function differenceText(
  column: FormattedColumn = PLAIN,
  before: CellValue,
  after: CellValue,
  texts: CellLabels,
): string | null {
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  const difference = toEuros(fromEuros(after) - fromEuros(before));
  const text = numberText(column, difference, texts);
  return difference > 0 ? `+${text}` : text;
}

function numberText({ kind }: FormattedColumn, value: number, { format }: CellLabels): string {
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

export function useCellLabels(): CellLabels {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  return { language, format, yes: t('states.yes'), no: t('states.no') };
}

export function useCellText() {
  const texts = useCellLabels();
  return (column: FormattedColumn | undefined, value: CellValue) => cellText(column, value, texts);
}

interface DatasetColumns {
  /** Undefined for a column that an older version wrote and this one does not know. */
  readonly columnOf: (id: string) => DatasetColumn | undefined;
  /** What staff call it in the language in use; the id of a column that is not known. */
  readonly headingOf: (id: string) => string;
}

export function useDatasetColumns(dataset: DatasetName): DatasetColumns {
  const language = useLanguage();
  const columnOf = (id: string) => DECLARATIONS[dataset].columns.find((column) => column.id === id);
  const headingOf = (id: string) => columnOf(id)?.heading[language] ?? id;
  return { columnOf, headingOf };
}
