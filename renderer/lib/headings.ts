import { useMemo } from 'react';
import type { DatasetDeclaration } from '../../shared/datasets/dataset-declaration.ts';
import { useLanguage } from './language.ts';

/** The headings of a dataset by column id: the same on the screen as in its files. */
export function useHeadings<Id extends string>({
  columns,
}: DatasetDeclaration<Id>): Readonly<Record<Id, string>> {
  const language = useLanguage();
  return useMemo(
    () => Object.fromEntries(columns.map(({ id, heading }) => [id, heading[language]])) as Record<Id, string>,
    [columns, language],
  );
}
