import { useTranslation } from 'react-i18next';
import type { CellValue } from '../../../shared/datasets/column.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { type CellWords, cellText, type ShownColumn } from './cell-text.ts';

export function useCellWords(): CellWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  return { language, format, yes: t('exports.compare.yes'), no: t('exports.compare.no') };
}

/** Writes a value of a column in the language in use. */
export function useCellText() {
  const words = useCellWords();
  return (column: ShownColumn | undefined, value: CellValue) => cellText(column, value, words);
}
