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

/** The formats of the current language, and its texts for true and false. */
export interface CellLabels {
  readonly language: Language;
  readonly format: NumberFormat & DateFormat;
  readonly yes: string;
  readonly no: string;
}

const EMPTY = '–';

const PLAIN: FormattedColumn = { kind: 'text', choices: {} };

/** Formats a value of the API. A value of an unknown column is not changed. */
export function formatCell(column: FormattedColumn = PLAIN, value: CellValue, texts: CellLabels): string {
  if (value === null && column.unknownFigure) return texts.format.amount(null);
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'number') return formatNumber(column, value, texts);
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

/** The signed difference of two numbers; `null` if a value is not a number. */
export function formatDifference(
  column: FormattedColumn = PLAIN,
  before: CellValue,
  after: CellValue,
  texts: CellLabels,
): string | null {
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  const difference = toEuros(fromEuros(after) - fromEuros(before));
  const text = formatNumber(column, difference, texts);
  return difference > 0 ? `+${text}` : text;
}

function formatNumber({ kind }: FormattedColumn, value: number, { format }: CellLabels): string {
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

export function useFormatCell() {
  const texts = useCellLabels();
  return (column: FormattedColumn | undefined, value: CellValue) => formatCell(column, value, texts);
}

interface DatasetColumns {
  /** `undefined` for an unknown column, written by an older version. */
  readonly findColumn: (id: string) => DatasetColumn | undefined;
  /** The heading in the current language, or the id if the column is unknown. */
  readonly getHeading: (id: string) => string;
}

export function useDatasetColumns(dataset: DatasetName): DatasetColumns {
  const language = useLanguage();
  const findColumn = (id: string) => DECLARATIONS[dataset].columns.find((column) => column.id === id);
  const getHeading = (id: string) => findColumn(id)?.heading[language] ?? id;
  return { findColumn, getHeading };
}
