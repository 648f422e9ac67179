import { useTranslation } from 'react-i18next';
import type { ExportManifest, FinishedExport } from '../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { useStaffWords } from '../components/staff-words.ts';
import { useFormat, useLanguage } from '../lib/language.ts';
import { type PacedExport, secondsLeft } from './export-pace.ts';
import type { ExportEntry } from './exports-store.ts';

/** What is shorter than this is over before its figures could be read. */
const FIGURES_AFTER_MS = 1_000;
const MOST_IN_SECONDS = 90;
const S_PER_MIN = 60;

interface ExportWords {
  /** The state of an export: what changes seldom, and is read out. */
  readonly state: (entry: ExportEntry, progress: PacedExport | undefined) => string;
  /** Rows, pace and time left, in parts; none for what has hardly begun. */
  readonly figures: (progress: PacedExport | undefined) => readonly string[];
  /** That a file has not all of its rows, how many, and why. */
  readonly shortfall: (manifest: ExportManifest) => string | null;
}

/** An export in words of the shop. */
export function useExportWords(): ExportWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const { quantity } = useFormat();
  const staffWords = useStaffWords();

  function shortfall({ rows, total, shortfall: short }: ExportManifest): string | null {
    if (short === null) return null;
    const counted =
      total === null || total <= rows
        ? t('exports.incomplete.some', { count: rows, rows: quantity(rows) })
        : t('exports.incomplete.of', { count: rows, rows: quantity(rows), total: quantity(total) });
    return `${counted} ${t(`exports.incomplete.${short.kind}`)}`;
  }

  function doneWords({ id, manifest, path }: FinishedExport): string {
    const { fileName: file, rows } = manifest;
    const missing = shortfall(manifest);
    return [
      missing === null
        ? t('exports.done', { file, count: rows, rows: quantity(rows) })
        : t('exports.incomplete.done', { file, missing }),
      ...(path === null ? [t('exports.inDownloads')] : []),
      ...(id === null ? [t('exports.unlisted')] : []),
    ].join(' · ');
  }

  function state(entry: ExportEntry, progress: PacedExport | undefined): string {
    if (entry.kind === 'done') return doneWords(entry.file);
    const name = DECLARATIONS[entry.request.dataset].title[language];
    if (entry.kind === 'failed') return t('exports.failed', { name, message: staffWords(entry.error) });
    return t(`exports.phase.${progress?.phase ?? 'reading'}`, { name });
  }

  function figures(progress: PacedExport | undefined): readonly string[] {
    if (progress === undefined || progress.phase === 'waiting' || progress.elapsedMs < FIGURES_AFTER_MS) {
      return [];
    }
    const { rows, total, rowsPerS } = progress;
    const count = quantity(rows);
    const left = secondsLeft(progress);
    return [
      total === null
        ? t('exports.rows', { count: rows, text: count })
        : t('exports.rowsOf', { count: total, rows: count, total: quantity(total) }),
      ...(rowsPerS === null ? [] : [t('exports.pace', { text: quantity(Math.round(rowsPerS)) })]),
      ...(left === null ? [] : [leftWords(left)]),
    ];
  }

  function leftWords(seconds: number): string {
    return seconds <= MOST_IN_SECONDS
      ? t('exports.secondsLeft', { text: quantity(seconds) })
      : t('exports.minutesLeft', { text: quantity(Math.round(seconds / S_PER_MIN)) });
  }

  return { state, figures, shortfall };
}
