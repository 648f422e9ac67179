import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bookReport } from '../../../shared/book-report.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { JournalLedgers } from '../../../shared/contract/ledgers.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/skeleton-rows.tsx';
import { useLanguage } from '../../lib/language.ts';
import { BookingHeading } from './booking-heading.tsx';
import { BookingTable } from './booking-table.tsx';
import { BookingVerdict } from './booking-verdict.tsx';
import styles from './journal.module.css';
import { LedgersSection } from './ledgers-section.tsx';
import { UnmappedSection } from './unmapped-section.tsx';

interface BookingContentProps {
  readonly report: UseQueryResult<FinancialReport>;
  readonly ledgers: UseQueryResult<JournalLedgers>;
}

const SKELETON_WIDTHS = [12, 48, 14, 14];

/** The booking and the ledger accounts, or what stands in their place. */
export function BookingContent({ report, ledgers }: BookingContentProps) {
  const { t } = useTranslation();
  if (report.data && ledgers.data) {
    return <Booked report={report.data} ledgers={ledgers.data} isReplaced={report.isPlaceholderData} />;
  }
  const failed = [report, ledgers].find(({ isError }) => isError);
  if (!failed) return <SkeletonRows rows={14} widths={SKELETON_WIDTHS} />;
  return (
    <FailurePanel
      error={failed.error}
      stillUsable={t('report.stillUsable')}
      isRetrying={failed.isFetching}
      onRetry={() => void failed.refetch()}
    />
  );
}

interface BookedProps {
  readonly report: FinancialReport;
  readonly ledgers: JournalLedgers;
  readonly isReplaced: boolean;
}

/** Figures of a choice made before stay, dimmed and under its name. */
function Booked({ report, ledgers, isReplaced }: BookedProps) {
  const { t } = useTranslation();
  const booking = bookReport(report, ledgers.accounts, useLanguage());
  return (
    <>
      <BookingHeading report={report} isReplaced={isReplaced} />
      <div className={styles.figures} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
        {booking.lines.length === 0 ? (
          <EmptyPanel title={t('journal.empty')} reason={t('journal.emptyReason')} />
        ) : (
          <>
            <BookingVerdict booking={booking} report={report} />
            {booking.unmapped.length > 0 && (
              <UnmappedSection subjects={booking.unmapped} mayChange={ledgers.mayChange} />
            )}
            <BookingTable booking={booking} />
            <p className={styles.small}>{t('journal.snelstart')}</p>
          </>
        )}
        <LedgersSection report={report} ledgers={ledgers} />
      </div>
    </>
  );
}
