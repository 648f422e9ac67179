import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { useExportWords } from '../../lib/exports/export-messages.ts';
import { useExportProgress } from '../../lib/exports/export-progress.ts';
import { type ExportEntry, useExportsStore } from '../../lib/exports/exports-store.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { CancelExportButton } from './cancel-export-button.tsx';
import styles from './export-strip.module.css';

/** One export: under way with its figures, done with its file, or failed with the reason and another try. */
export function ExportEntryLine({ entry }: { readonly entry: ExportEntry }) {
  const { t } = useTranslation();
  const dismiss = useExportsStore((state) => state.dismiss);
  const progress = useExportProgress(entry.key);
  const words = useExportWords();
  const figures = entry.kind === 'running' ? words.figures(progress) : [];
  const mark = markOf(entry);
  const name = words.name(entry.request);

  const labelOf = (action: string) => t('exports.actionOf', { action, name });

  function repeat() {
    void runExport(entry.request);
    dismiss(entry.key);
  }

  return (
    <div className={styles.line} data-mark={mark}>
      <EntryIcon mark={mark} />
      <span className={styles.text}>{words.state(entry, progress)}</span>
      {/* Beside the words that are read out: figures that never rest would drown everything else. */}
      {figures.length > 0 && <span className={styles.figures}>{figures.join(' · ')}</span>}
      <span className={styles.actions}>
        {entry.kind === 'running' && <CancelExportButton exportKey={entry.key} name={name} />}
        {entry.kind === 'done' && (
          <ExportFileActions
            file={entry.file}
            variant="subtle"
            isFetched={entry.isFetched}
            fetchLabel={t('exports.download')}
          />
        )}
        {entry.kind === 'failed' && (
          <Button
            size="compact-sm"
            fz={13}
            variant="subtle"
            aria-label={labelOf(t('exports.repeat'))}
            onClick={repeat}
          >
            {t('exports.repeat')}
          </Button>
        )}
        {entry.kind !== 'running' && (
          <ActionIcon aria-label={labelOf(t('exports.dismiss'))} onClick={() => dismiss(entry.key)}>
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
  return (
    <span className={styles.icon} aria-hidden>
      {mark === 'running' ? <Loader size={14} /> : <OutcomeIcon mark={mark} />}
    </span>
  );
}

function OutcomeIcon({ mark }: { readonly mark: Exclude<Mark, 'running'> }) {
  const Icon = { done: IconCircleCheck, incomplete: IconAlertTriangle, failed: IconAlertCircle }[mark];
  return <Icon size={17} />;
}
