import { Loader } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { JournalLedgers } from '../../../shared/contract/ledgers.ts';
import { type BookedLine, type Booking, bookingCode, bookReport } from '../../../shared/journal.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import { checkVerdicts, needsAttention } from '../../../shared/report-checks.ts';
import { WideTable } from '../../components/page/page.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { periodText } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useLocationTitle } from '../../lib/queries/shops.ts';
import styles from './journal.module.css';
import { LedgersSection, UnmappedSection } from './ledgers.tsx';

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

interface BookingHeadingProps {
  readonly report: FinancialReport;
  /** Another period or location was chosen and its figures are not here yet. */
  readonly isReplaced: boolean;
}

/** What is booked, on which day and under which code, as the report itself says. */
function BookingHeading({ report, isReplaced }: BookingHeadingProps) {
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
        <span>{t('journal.bookedAs', { code: bookingCode(report, report.location_id), date: day(report.to) })}</span>
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

/** The lines of a booking, with both totals under a rule. */
function BookingTable({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <WideTable label={t('journal.booking')}>
      <table className={styles.booking} aria-label={t('journal.booking')}>
        <thead>
          <tr>
            <th scope="col">{t('journal.ledger')}</th>
            <th scope="col">{t('terms.description')}</th>
            <th scope="col">{t('journal.debit')}</th>
            <th scope="col">{t('journal.credit')}</th>
          </tr>
        </thead>
        <tbody>
          {booking.lines.map((line) => (
            <BookingLine key={line.key} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('terms.total')}
            </th>
            <td>{amount(toEuros(booking.debit))}</td>
            <td>{amount(toEuros(booking.credit))}</td>
          </tr>
        </tfoot>
      </table>
    </WideTable>
  );
}

function BookingLine({ line: { ledger, description, debit, credit } }: { readonly line: BookedLine }) {
  const { t } = useTranslation();
  return (
    <tr>
      <td data-missing={ledger === null || undefined}>{ledger ?? t('terms.none')}</td>
      <th scope="row">{description}</th>
      <SideCell amount={debit} />
      <SideCell amount={credit} />
    </tr>
  );
}

/** Empty on the side that the line is not on. */
function SideCell({ amount }: { readonly amount: Amount }) {
  const format = useFormat();
  return <td>{amount === 0 ? null : format.amount(toEuros(amount))}</td>;
}

interface BookingVerdictProps {
  readonly booking: Booking;
  readonly report: FinancialReport;
}

/** Whether both sides are equal, and which checks of the report need attention. */
function BookingVerdict({ booking: { debit, residual, unmapped }, report }: BookingVerdictProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const verdict = useFocusAfterLast(unmapped.length);
  const doubtful = checkVerdicts(report).filter(needsAttention);
  const names = doubtful.map(({ check }) => t(`report.checks.short.${check.name}`)).join(', ');
  return (
    <div ref={verdict} className={styles.verdict} role="status" tabIndex={-1}>
      {residual === 0 ? (
        <Line holds>{t('journal.balanced', { amount: money(toEuros(debit)) })}</Line>
      ) : (
        <Line holds={false}>{t('journal.unbalanced', { amount: money(toEuros(residual)) })}</Line>
      )}
      {doubtful.length > 0 && (
        <Line holds={false}>{t('journal.doubtfulChecks', { count: doubtful.length, names })}</Line>
      )}
    </div>
  );
}

/** The field of the last account that was missing is gone once it is filled in; its focus comes here. */
function useFocusAfterLast(missing: number) {
  const verdict = useRef<HTMLDivElement>(null);
  const missedBefore = useRef(missing);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (missedBefore.current > 0 && missing === 0 && isFocusLost) verdict.current?.focus();
    missedBefore.current = missing;
  }, [missing]);
  return verdict;
}

function Line({ holds, children }: { readonly holds: boolean; readonly children: ReactNode }) {
  return (
    <p data-fails={!holds || undefined}>
      {holds ? <IconCheck size={15} stroke={2.2} aria-hidden /> : <IconAlertTriangleFilled size={15} aria-hidden />}
      {children}
    </p>
  );
}
