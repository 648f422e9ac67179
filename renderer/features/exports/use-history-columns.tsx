import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { ExportManifest, PastExport } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { formOf } from '../../components/exports/export-forms.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import styles from './history.module.css';
import { useSelectionWords } from './use-selection-words.ts';

const WIDTHS_PX = {
  as_of: 160,
  what: 150,
  selection: 192,
  form: 204,
  rows: 116,
  user: 164,
  file: 234,
} as const;

export function useHistoryColumns(): readonly TableColumn<PastExport>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const selectionWords = useSelectionWords();
  return useMemo(() => {
    const header = (id: keyof typeof WIDTHS_PX) => ({
      id,
      header: t(`exports.history.column.${id}`),
      widthPx: WIDTHS_PX[id],
    });
    const text = (id: keyof typeof WIDTHS_PX, of: (manifest: ExportManifest) => string) =>
      ({ ...header(id), kind: 'text', cell: ({ manifest }: PastExport) => of(manifest) }) as const;
    return [
      {
        ...header('as_of'),
        kind: 'moment',
        cell: ({ manifest }) => format.moment(localTimestamp(Date.parse(manifest.asOf))),
      },
      { ...text('what', ({ request }) => DECLARATIONS[request.dataset].title[language]), hideable: false },
      text('selection', selectionWords),
      text('form', ({ request }) => t(`exports.form.${formOf(request)}`)),
      { ...header('rows'), kind: 'quantity', cell: ({ manifest }) => rowsCell(manifest) },
      text('user', ({ user }) => user ?? t('exports.history.operator')),
      { ...text('file', ({ fileName }) => fileName), grows: true },
    ];

    function rowsCell({ rows, total, shortfall }: ExportManifest) {
      if (shortfall === null) return format.quantity(rows);
      const words = { rows: format.quantity(rows), total: total === null ? '?' : format.quantity(total) };
      return <span className={styles.incomplete}>{t('exports.history.rowsOf', words)}</span>;
    }
  }, [t, language, format, selectionWords]);
}
