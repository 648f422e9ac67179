import { useTranslation } from 'react-i18next';
import type { ExportManifest, ExportRequest } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { formatUnknownNote } from '../../../shared/unknown-figures.ts';
import { useFailureMessage } from '../failures.ts';
import { periodText } from '../format.ts';
import { useLanguage } from '../language.ts';
import { type PacedExport, secondsLeft } from './export-progress.ts';
import type { ExportEntry } from './exports-store.ts';

/** What is shorter than this is over before its figures could be read. */
const FIGURES_AFTER_MS = 1_000;
const MOST_IN_SECONDS = 90;
const S_PER_MIN = 60;

type DoneEntry = Extract<ExportEntry, { kind: 'done' }>;

/** Texts about an export. */
export function useExportMessages() {
  const { t } = useTranslation();
  const language = useLanguage();
  const messageOf = useFailureMessage();

  /** Names an export, also among others of its dataset: `Betalingen (xlsx, zo 1 nov – ma 30 nov 2026)`. */
  function name({ dataset, format, profile, filters: { from, to } }: ExportRequest): string {
    const form = format === 'csv' && profile === 'data' ? 'csv Data' : format;
    const period = from === undefined || to === undefined ? [] : [periodText({ from, to }, language)];
    return `${DECLARATIONS[dataset].title[language]} (${[form, ...period].join(', ')})`;
  }

  /** How many rows a file has of all, and why; null for a complete file. */
  function shortfall({ rows, total, shortfall: short }: ExportManifest): string | null {
    if (short === null) return null;
    const counted =
      total === null || total <= rows
        ? t('exports.incomplete.some', { count: rows })
        : t('exports.incomplete.of', { rows, total });
    return `${counted} ${t(`exports.incomplete.${short.kind}`)}`;
  }

  /** What a file lacks because the platform does not know it; null where it is nothing. */
  function missingFigures({ unknown = [] }: ExportManifest): string | null {
    return formatUnknownNote(unknown, language);
  }

  function doneText({ file: { id, manifest, path }, isFetched }: DoneEntry): string {
    const { fileName, rows } = manifest;
    const file = path === null && isFetched ? t('exports.inDownloads', { file: fileName }) : fileName;
    const missing = shortfall(manifest);
    const figures = missingFigures(manifest);
    return [
      missing === null ? t('exports.done', { file, count: rows }) : t('exports.incomplete.done', { file, missing }),
      ...(figures === null ? [] : [figures]),
      ...(id === null ? [t('exports.unlisted')] : []),
    ].join(' · ');
  }

  /** The state of an export, which changes seldom and is read out. */
  function state(entry: ExportEntry, progress: PacedExport | undefined): string {
    if (entry.kind === 'done') return doneText(entry);
    const subject = { name: name(entry.request) };
    if (entry.kind === 'failed') return t('exports.failed', { ...subject, message: messageOf(entry.error) });
    return t(`exports.phase.${progress?.phase ?? 'reading'}`, subject);
  }

  /** Rows, rate and time left; empty at the beginning. */
  function figures(progress: PacedExport | undefined): readonly string[] {
    if (progress === undefined || progress.phase === 'waiting' || progress.elapsedMs < FIGURES_AFTER_MS) {
      return [];
    }
    const { rows, total, rowsPerS } = progress;
    const left = secondsLeft(progress);
    return [
      total === null ? t('exports.rows', { count: rows }) : t('exports.rowsOf', { count: total, rows }),
      ...(rowsPerS === null ? [] : [t('exports.pace', { count: Math.round(rowsPerS) })]),
      ...(left === null ? [] : [leftText(left)]),
    ];
  }

  function leftText(seconds: number): string {
    return seconds <= MOST_IN_SECONDS
      ? t('exports.secondsLeft', { count: seconds })
      : t('exports.minutesLeft', { count: Math.round(seconds / S_PER_MIN) });
  }

  return { name, state, figures, shortfall, missingFigures };
}
