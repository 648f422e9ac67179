import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { useExportMessages } from '../../lib/exports/export-messages.ts';
import { useExportProgress } from '../../lib/exports/export-progress.ts';
import { type ExportEntry, useExportsStore } from '../../lib/exports/exports-store.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { BridgeError, callBridge } from '../../lib/host/bridge-client.ts';
import styles from './export-strip.module.css';

/** The newest export in one line. The others can be expanded below it. */
export function ExportLines() {
  const { t } = useTranslation();
  const entries = useExportsStore((state) => state.entries);
  const dismiss = useExportsStore((state) => state.dismiss);
  const [isOpen, setIsOpen] = useState(false);
  const { isHeld, handlers } = useHold();
  const [newest, ...others] = entries.toReversed();
  if (newest === undefined) return null;
  const ended = entries.filter(({ kind }) => kind !== 'running');

  function dismissEnded() {
    for (const { key } of ended) dismiss(key);
  }

  return (
    <section aria-label={t('shell.exports')} className={styles.lines} {...handlers}>
      {!isHeld && entries.filter(isHidable).map(({ key }) => <AutoHide key={key} entryKey={key} />)}
      <ExportEntryLine key={newest.key} entry={newest}>
        {others.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            onClick={() => setIsOpen((before) => !before)}
          >
            {isOpen ? t('exports.fewer') : t('exports.others', { count: others.length })}
          </Button>
        )}
        {ended.length > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={dismissEnded}>
            {t('exports.dismissAll')}
          </Button>
        )}
      </ExportEntryLine>
      {isOpen && others.map((entry) => <ExportEntryLine key={entry.key} entry={entry} />)}
    </section>
  );
}

/** How long the line of a complete export stays after it finished, or after the pointer or focus left the lines. */
const HIDE_DELAY_MS = 10_000;

/** Whether the pointer or the keyboard focus is in the lines. */
function useHold() {
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  return {
    isHeld: isPointed || isFocused,
    handlers: {
      onPointerEnter: () => setIsPointed(true),
      onPointerLeave: () => setIsPointed(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  };
}

/** A complete export that is in the history needs no action, so its line may disappear. */
function isHidable(entry: ExportEntry): boolean {
  return entry.kind === 'done' && entry.file.id !== null && entry.file.manifest.shortfall === null;
}

function AutoHide({ entryKey }: { readonly entryKey: string }) {
  const dismiss = useExportsStore((state) => state.dismiss);
  useEffect(() => {
    const timer = setTimeout(() => dismiss(entryKey), HIDE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [dismiss, entryKey]);
  return null;
}

interface ExportEntryLineProps {
  readonly entry: ExportEntry;
  /** Buttons that concern the other lines. */
  readonly children?: ReactNode;
}

/** One export: running with its figures, done with its file, or failed with the reason and a retry button. */
function ExportEntryLine({ entry, children }: ExportEntryLineProps) {
  const { t } = useTranslation();
  const dismiss = useExportsStore((state) => state.dismiss);
  const progress = useExportProgress(entry.key);
  const messages = useExportMessages();
  const figures = entry.kind === 'running' ? messages.formatFigures(progress) : [];
  const state = getState(entry);
  const name = messages.formatName(entry.request);

  const formatLabel = (action: string) => t('exports.actionOf', { action, name });

  function repeat() {
    void runExport(entry.request);
    dismiss(entry.key);
  }

  return (
    <div className={styles.line} data-state={state}>
      <EntryIcon state={state} />
      <span className={styles.text}>{messages.formatState(entry, progress)}</span>
      {/* Not in the live text, as constantly changing figures would drown everything else. */}
      {figures.length > 0 && <span className={styles.figures}>{figures.join(' · ')}</span>}
      <span className={styles.actions}>
        {children}
        {entry.kind === 'running' && <CancelExportButton exportKey={entry.key} name={name} />}
        {entry.kind === 'done' && (
          <ExportFileActions
            file={entry.file}
            variant="subtle"
            isFetched={entry.isFetched}
            fetchLabel={t('exports.download')}
          />
        )}
        {entry.kind === 'failed' && !failsAgain(entry.error) && (
          <Button size="compact-sm" variant="subtle" aria-label={formatLabel(t('exports.repeat'))} onClick={repeat}>
            {t('exports.repeat')}
          </Button>
        )}
        {entry.kind !== 'running' && (
          <ActionIcon aria-label={formatLabel(t('exports.dismiss'))} onClick={() => dismiss(entry.key)}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </div>
  );
}

/** Whether a retry would fail again. */
function failsAgain(error: unknown): boolean {
  return error instanceof BridgeError && error.failure.reason === 'too-many-rows';
}

type LineState = ExportEntry['kind'] | 'incomplete';

function getState(entry: ExportEntry): LineState {
  return entry.kind === 'done' && entry.file.manifest.shortfall !== null ? 'incomplete' : entry.kind;
}

function EntryIcon({ state }: { readonly state: LineState }) {
  return (
    <span className={styles.icon} aria-hidden>
      {state === 'running' ? <Loader size={14} /> : <OutcomeIcon state={state} />}
    </span>
  );
}

function OutcomeIcon({ state }: { readonly state: Exclude<LineState, 'running'> }) {
  const Icon = { done: IconCircleCheck, incomplete: IconAlertTriangle, failed: IconAlertCircle }[state];
  return <Icon size={17} />;
}

interface CancelExportButtonProps {
  readonly exportKey: string;
  /** The name of the export, distinguishing it from others of its dataset. */
  readonly name: string;
}

/** Cancels an export. Its line disappears when the host has removed the partial file. */
function CancelExportButton({ exportKey, name }: CancelExportButtonProps) {
  const { t } = useTranslation();
  const notifyFailure = useNotifyFailure();
  const cancel = useMutation({
    mutationFn: () => callBridge('cancelExport', { key: exportKey }),
    onError: notifyFailure,
  });
  const isCancelled = cancel.isPending || cancel.isSuccess;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={t('exports.actionOf', { action: t('states.cancel'), name })}
      // Stays focusable, so that the focus can move on when the line disappears.
      aria-disabled={isCancelled}
      data-disabled={isCancelled}
      onClick={() => {
        if (!isCancelled) cancel.mutate();
      }}
    >
      {t('states.cancel')}
    </Button>
  );
}

/** The states of the exports, for screen readers. */
export function ExportAnnouncements() {
  const entries = useExportsStore((state) => state.entries);
  return entries.map((entry) => <Announcement key={entry.key} entry={entry} />);
}

/** Changes with the state, not with the figures. */
function Announcement({ entry }: { readonly entry: ExportEntry }) {
  const progress = useExportProgress(entry.key);
  return <p>{useExportMessages().formatState(entry, progress)}</p>;
}
