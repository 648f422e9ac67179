import { useCallback } from 'react';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import { useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';

/** What selected the rows of an export: period, place and every other filter, as the export told it. */
export function useSelectionWords(): (manifest: ExportManifest) => string {
  const language = useLanguage();
  return useCallback(
    ({ period, place, filters }: ExportManifest) =>
      [
        ...(period === null ? [] : [periodText(period, language)]),
        ...(place === null ? [] : [place]),
        ...filters.map(({ label, value }) => `${label}: ${value}`),
      ].join(' · '),
    [language],
  );
}
