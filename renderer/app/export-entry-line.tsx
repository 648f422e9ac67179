import { ActionIcon, Loader } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStaffWords } from '../components/staff-words.ts';
import { useFormat } from '../lib/language.ts';
import { ExportFileActions } from './export-file-actions.tsx';
import styles from './export-strip.module.css';
import { type ExportEntry, useExportsStore } from './exports-store.ts';

/** One export: under way, done with its file, or failed with the reason. */
export function ExportEntryLine({ entry }: { readonly entry: ExportEntry }) {
  const { t } = useTranslation();
  const dismiss = useExportsStore((state) => state.dismiss);
  const text = useEntryText();
  return (
    <div className={styles.line}>
      <EntryIcon kind={entry.kind} />
      <span className={styles.text}>{text(entry)}</span>
      <span className={styles.actions}>
        {entry.kind === 'done' && <ExportFileActions file={entry.file} />}
        {entry.kind !== 'running' && (
          <ActionIcon aria-label={t('exports.dismiss')} onClick={() => dismiss(entry.key)}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </div>
  );
}

function EntryIcon({ kind }: { readonly kind: ExportEntry['kind'] }) {
  if (kind === 'running') return <Loader size={14} aria-hidden />;
  if (kind === 'done') return <IconCircleCheck size={17} className={styles.done} aria-hidden />;
  return <IconAlertCircle size={17} className={styles.failed} aria-hidden />;
}

function useEntryText(): (entry: ExportEntry) => string {
  const { t } = useTranslation();
  const words = useStaffWords();
  const format = useFormat();
  return (entry) => {
    const name = t(`exports.dataset.${entry.dataset}`);
    if (entry.kind === 'running') return t('exports.running', { name });
    if (entry.kind === 'failed') return t('exports.failed', { name, message: words(entry.error) });
    const { fileName, rows } = entry.file;
    return t('exports.done', { file: fileName, count: rows, rows: format.quantity(rows) });
  };
}
