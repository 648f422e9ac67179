import { useTranslation } from 'react-i18next';
import type { ExportManifest, ExportRequest } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { formatUnknownNote } from '../../../shared/unknown-figures.ts';
import { useFailureMessage } from '../failures.ts';
import { formatPeriod } from '../format.ts';
import { useLanguage } from '../language.ts';
import { calculateSecondsLeft, type ExportWithRate } from './export-progress.ts';
import type { ExportEntry } from './exports-store.ts';

/** A shorter export is over before anybody could read its figures. */
const MIN_ELAPSED_MS = 1_000;
const MAX_SHOWN_SECONDS = 90;
const S_PER_MIN = 60;

type DoneEntry = Extract<ExportEntry, { kind: 'done' }>;

/** Texts about an export. */
export function useExportMessages() {
  const { t } = useTranslation();
  const language = useLanguage();
  const formatFailure = useFailureMessage();

  /** Names an export, distinguishing it from others of its dataset: `Betalingen (xlsx, zo 1 nov – ma 30 nov 2026)`. */
  function formatName({ dataset, format, profile, filters: { from, to } }: ExportRequest): string {
    const form = format === 'csv' && profile === 'data' ? 'csv Data' : format;
    const period = from === undefined || to === undefined ? [] : [formatPeriod({ from, to }, language)];
    return `${DECLARATIONS[dataset].title[language]} (${[form, ...period].join(', ')})`;
  }

  /** How many of all rows a file has, and why; `null` if the file is complete. */
  function formatShortfall({ rows, total, shortfall: short }: ExportManifest): string | null {
    if (short === null) return null;
    const counted =
      total === null || total <= rows
        ? t('exports.incomplete.some', { count: rows })
        : t('exports.incomplete.of', { rows, total });
    return `${counted} ${t(`exports.incomplete.${short.kind}`)}`;
  }

  /** The figures that a file lacks because the platform does not know them; `null` if there are none. */
  function formatMissingFigures({ unknown = [] }: ExportManifest): string | null {
    return formatUnknownNote(unknown, language);
  }

  function formatDone({ file: { id, manifest, path }, isFetched }: DoneEntry): string {
    const { fileName, rows } = manifest;
    const file = path === null && isFetched ? t('exports.inDownloads', { file: fileName }) : fileName;
    const missing = formatShortfall(manifest);
    const figures = formatMissingFigures(manifest);
    return [
      missing === null ? t('exports.done', { file, count: rows }) : t('exports.incomplete.done', { file, missing }),
      ...(figures === null ? [] : [figures]),
      ...(id === null ? [t('exports.unlisted')] : []),
    ].join(' · ');
  }

  /** The state of an export. It changes seldom and is read out. */
  function formatState(entry: ExportEntry, progress: ExportWithRate | undefined): string {
    if (entry.kind === 'done') return formatDone(entry);
    const subject = { name: formatName(entry.request) };
    if (entry.kind === 'failed') return t('exports.failed', { ...subject, message: formatFailure(entry.error) });
    return t(`exports.phase.${progress?.phase ?? 'reading'}`, subject);
  }

  /** Rows, rate and time left; empty in the beginning. */
  function formatFigures(progress: ExportWithRate | undefined): readonly string[] {
    if (progress === undefined || progress.phase === 'waiting' || progress.elapsedMs < MIN_ELAPSED_MS) {
      return [];
    }
    const { rows, total, rowsPerS } = progress;
    const left = calculateSecondsLeft(progress);
    return [
      total === null ? t('exports.rows', { count: rows }) : t('exports.rowsOf', { count: total, rows }),
      ...(rowsPerS === null ? [] : [t('exports.pace', { count: Math.round(rowsPerS) })]),
      ...(left === null ? [] : [formatTimeLeft(left)]),
    ];
  }

  function formatTimeLeft(seconds: number): string {
    return seconds <= MAX_SHOWN_SECONDS
      ? t('exports.secondsLeft', { count: seconds })
      : t('exports.minutesLeft', { count: Math.round(seconds / S_PER_MIN) });
  }

  return {
    formatName,
    formatState,
    formatFigures,
    formatShortfall,
    formatMissingFigures,
  };
}
