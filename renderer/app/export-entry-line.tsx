import { ActionIcon, Loader } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CancelExportButton } from './cancel-export-button.tsx';
import { ExportFileActions } from './export-file-actions.tsx';
import { useExportProgress } from './export-progress.ts';
import styles from './export-strip.module.css';
import { type ExportEntry, useExportsStore } from './exports-store.ts';
import { useExportWords } from './use-export-words.ts';

/** One export: under way with its figures, done with its file, or failed with the reason. */
export function ExportEntryLine({ entry }: { readonly entry: ExportEntry }) {
  const { t } = useTranslation();
  const dismiss = useExportsStore((state) => state.dismiss);
  const progress = useExportProgress(entry.key);
  const words = useExportWords();
  const figures = entry.kind === 'running' ? words.figures(progress) : [];
  const mark = markOf(entry);
  return (
    <div className={styles.line} data-mark={mark}>
      <EntryIcon mark={mark} />
      <span className={styles.text}>{words.state(entry, progress)}</span>
      {/* Beside the words that are read out: figures that never rest would drown everything else. */}
      {figures.length > 0 && <span className={styles.figures}>{figures.join(' · ')}</span>}
      <span className={styles.actions}>
        {entry.kind === 'running' && <CancelExportButton exportKey={entry.key} />}
        {entry.kind === 'done' && <ExportFileActions file={entry.file} variant="subtle" isFetched />}
        {entry.kind !== 'running' && (
          <ActionIcon aria-label={t('exports.dismiss')} onClick={() => dismiss(entry.key)}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </div>
  );
}

type Mark = ExportEntry['kind'] | 'incomplete';

function markOf(entry: ExportEntry): Mark {
  return entry.kind === 'done' && entry.file.manifest.shortfall !== null ? 'incomplete' : entry.kind;
}

function EntryIcon({ mark }: { readonly mark: Mark }) {
  if (mark === 'running') return <Loader size={14} aria-hidden />;
  const Icon = { done: IconCircleCheck, incomplete: IconAlertTriangle, failed: IconAlertCircle }[mark];
  return <Icon size={17} className={styles.icon} aria-hidden />;
}
