import { useTranslation } from 'react-i18next';
import type { KeyLine } from './key-table.tsx';
import { modWord } from './key-words.ts';
import { TABLE_KEYS } from './table-keys.ts';

/** The keys of a list as they are written on the keyboard. */
export function useTableKeys(): readonly KeyLine[] {
  const { t } = useTranslation();
  const wordOf = (key: string) => {
    if (key === 'mod') return modWord();
    return key === 'space' ? t('habits.space') : key;
  };
  return TABLE_KEYS.map(({ id, keys }) => ({
    id,
    label: t(`habits.tableKeys.${id}`),
    keys: keys.map((combination) => combination.map(wordOf)),
  }));
}
