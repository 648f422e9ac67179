import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportManifest } from '../../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../../shared/datasets/declarations.ts';
import { periodText } from '../../../components/period-picker/period-text.ts';
import { useLanguage } from '../../../lib/language.ts';

/** Told by the period and the place of the manifest. */
const TOLD_ALREADY: readonly string[] = ['from', 'to', 'date', 'shop_id', 'location_id'];

/** What selected the rows of an export: period, place and every other filter. */
export function useSelectionWords(): (manifest: ExportManifest) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return useCallback(
    ({ request, period, place }: ExportManifest) => {
      const { columns } = DECLARATIONS[request.dataset];
      const headingOf = (id: string) => columns.find((column) => column.id === id)?.heading[language] ?? id;
      const others = Object.entries(request.filters).filter(([name]) => !TOLD_ALREADY.includes(name));
      return [
        ...(period === null ? [] : [periodText(period, language)]),
        ...(place === null ? [] : [place]),
        ...others.map(([name, value]) => filterWords(name, value)),
      ].join(' · ');

      function filterWords(name: string, value: string): string {
        switch (name) {
          case 'q':
            return t('exports.filter.q', { value });
          case 'sort':
            return t('exports.filter.sort', { value: sortWords(value) });
          case 'only_full':
          case 'include_negative':
            return t(`exports.filter.${name}`);
          default:
            return t('exports.filter.other', { name: headingOf(name), value });
        }
      }

      function sortWords(sort: string): string {
        const value = headingOf(sort.replace(/^-/, ''));
        return sort.startsWith('-') ? t('exports.filter.descending', { value }) : value;
      }
    },
    [t, language],
  );
}
