import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bookingCode } from '../../../shared/booking-period.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';
import { useLocationTitle } from '../../lib/queries/use-location-title.ts';
import styles from './journal.module.css';

interface BookingHeadingProps {
  readonly report: FinancialReport;
  /** Another period or location was chosen and its figures are not here yet. */
  readonly isReplaced: boolean;
}

/** What is booked, on which day and under which code, as the report itself says. */
export function BookingHeading({ report, isReplaced }: BookingHeadingProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { day } = useFormat();
  const period = periodText(report, useLanguage());
  const titleOf = useLocationTitle();
  return (
    <div className={styles.heading}>
      <p className={styles.subject}>
        <strong>{period}</strong>
        <span>{titleOf(report.location_id)}</span>
        <span>{t('report.currency')}</span>
        <span>
          {t('journal.bookedAs', { code: bookingCode(report, report.location_id), date: day(report.to) })}
        </span>
      </p>
      {isReplaced && (
        <p className={styles.reading} role="status">
          <Loader size={14} aria-hidden />
          {t('report.reading', { period })}
        </p>
      )}
      {!isReplaced && report.to >= today && <p className={styles.hint}>{t('journal.notOver')}</p>}
    </div>
  );
}
