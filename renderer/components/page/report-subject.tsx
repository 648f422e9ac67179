import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type FinancialReport, listLocationIds, listShopIds } from '../../../shared/contract/financial-report.ts';
import { formatUnknownNote } from '../../../shared/unknown-figures.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { usePlaceTitles } from '../../lib/queries/shops.ts';
import styles from './report-subject.module.css';

interface ReportSubjectProps {
  readonly report: FinancialReport;
  /** Another period or place was chosen, but its figures are not read yet. */
  readonly isReplaced: boolean;
  /** Further facts, each in a `span`. */
  readonly facts?: ReactNode;
  /** Shown after the facts if the report belongs to the current choice. */
  readonly children: ReactNode;
}

/**
 * States the period and place of a report, on paper and for screen readers, with a notice while another report is read.
 */
export function ReportSubject({ report, isReplaced, facts, children }: ReportSubjectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const period = formatPeriod(report, language);
  const formatPlaces = usePlaceTitles();
  // The filter already states a chosen place.
  const coversAll = listShopIds(report).length === 0 && listLocationIds(report).length === 0;
  const note = formatUnknownNote(report.unknown, language);
  return (
    <>
      {/* Always rendered, so that new figures are announced. */}
      <p className={styles.subject} data-subject data-has-facts={facts !== undefined || undefined} role="status">
        <strong data-period={period}>{period}</strong>
        <span data-place={coversAll ? formatPlaces(report) : undefined}>{formatPlaces(report)}</span>
        {facts && <span className={styles.facts}>{facts}</span>}
      </p>
      {note !== null && <p className={styles.unknown}>{note}</p>}
      {isReplaced ? (
        <p className={styles.reading} role="status">
          <Loader size={14} aria-hidden />
          {t('report.reading', { period })}
        </p>
      ) : (
        children
      )}
    </>
  );
}

interface ReplacedFiguresProps {
  readonly isReplaced: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Dims the figures of the previous choice. */
export function ReplacedFigures({ isReplaced, className = '', children }: ReplacedFiguresProps) {
  return (
    <div className={`${styles.figures} ${className}`} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
      {children}
    </div>
  );
}
