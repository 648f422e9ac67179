import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { type FinancialReport, listShopIds } from '../../../shared/contract/financial-report.ts';
import { reportComparison } from '../../../shared/datasets/declarations.ts';
import type { ChosenPlace } from '../../components/filters/chosen-shop.ts';
import { ReplacedFigures, ReportSubject } from '../../components/page/report-subject.tsx';
import { useFirstOrderDay } from '../../components/period-picker/first-order-day.ts';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { formatShortPeriod } from '../../lib/format.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { type ExplainedCheck, explainChecks } from './check-causes.ts';
import { ChecksSummary } from './checks.tsx';
import { type ComparedReport, ComparisonNote, ComparisonProvider, getComparedData } from './comparison.tsx';
import { useClearFilters, useSide } from './report-choices.tsx';
import styles from './report-page.module.css';
import { ReportSkeleton } from './report-skeleton.tsx';
import { Statement } from './statement.tsx';

export interface ReportContentProps {
  readonly place: ChosenPlace;
  readonly query: UseQueryResult<FinancialReport>;
  /** `null` if nothing is compared. */
  readonly compared: ComparedReport | null;
}

/** The statement, a failure panel or a skeleton. */
export function ReportContent({ place, query, compared }: ReportContentProps) {
  const { t } = useTranslation();
  const clearFilters = useClearFilters(place);
  if (query.data) {
    return <ReadReport report={query.data} isReplaced={query.isPlaceholderData} compared={compared} />;
  }
  if (query.isError) {
    return <QueryFailure query={query} stillUsable={t('report.stillUsable')} onClearFilters={clearFilters} />;
  }
  return <ReportSkeleton />;
}

interface ReadReportProps {
  readonly report: FinancialReport;
  /** Another period or location was chosen, but its figures are not read yet. */
  readonly isReplaced: boolean;
  /** `null` if nothing is compared. */
  readonly compared: ComparedReport | null;
}

/** The report that was read. Figures of the previous choice stay, dimmed, with its period and without a comparison. */
function ReadReport({ report, isReplaced, compared }: ReadReportProps) {
  const side = useSide();
  const checks = explainChecks(report, useRounding());
  const since = useFirstOrderDay();
  const comparison = compared && {
    side,
    own: compared.own,
    period: compared.period,
    report: isReplaced ? null : getComparedData(compared),
    isPartial: typeof since === 'string' && compared.period.from < since,
  };
  return (
    // Only this part of the window is printed.
    <div className={styles.printed}>
      <PrintHeading report={report} isCompared={compared !== null} />
      <StatementHeading report={report} isReplaced={isReplaced} checks={checks} compared={compared} />
      <ReplacedFigures isReplaced={isReplaced}>
        <ComparisonProvider value={comparison}>
          <Statement report={report} checks={checks} />
        </ComparisonProvider>
      </ReplacedFigures>
    </div>
  );
}

interface StatementHeadingProps extends ReadReportProps {
  readonly checks: readonly ExplainedCheck[];
}

/** The period and location of the report, and the summary of its checks. */
function StatementHeading({ report, isReplaced, checks, compared }: StatementHeadingProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.heading}>
      <ReportSubject report={report} isReplaced={isReplaced}>
        <ChecksSummary checks={checks} />
      </ReportSubject>
      {isEmptyReport(report) && !isReplaced && <p style={{ flexBasis: '100%' }}>{t('report.empty')}</p>}
      {!isReplaced && <FirstDay from={compared?.period.from ?? report.from} />}
      {compared && <ComparisonNote compared={compared} />}
    </div>
  );
}

/** The day on which the figures begin, if the earliest shown day `from` is before it. */
function FirstDay({ from }: { readonly from: CalendarDate }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const since = useFirstOrderDay();
  if (typeof since !== 'string' || from >= since) return null;
  const day = formatShortPeriod({ from: since, to: since }, language, null);
  return <p style={{ flexBasis: '100%' }}>{t('report.begins', { day })}</p>;
}

/** Whether all known sales, returns, payments and settled invoices of the period are 0. */
function isEmptyReport({ revenue, direct_paid, not_paid_now }: FinancialReport): boolean {
  const figures = [
    revenue.total_sales_wt ?? revenue.total_sales,
    revenue.total_returns_wt ?? revenue.total_returns,
    revenue.total_differences_wt ?? revenue.total_differences,
    ...Object.values(revenue.non_revenue ?? {}),
    ...(direct_paid?.payment_methods ?? []).map((method) => method.amount),
    ...(not_paid_now === null ? [] : [not_paid_now.total_wt, not_paid_now.settled_since.total_wt]),
  ];
  return figures.every((figure) => figure === 0);
}

/** The facts that the window shows around the report: title, shops, time zone and time of the data. */
function PrintHeading({ report, isCompared }: { readonly report: FinancialReport; readonly isCompared: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = isCompared ? reportComparison.title[language] : t('shell.report');
  const format = useFormat();
  return (
    <div className={styles.printedHeading}>
      <p className={styles.printedTitle} data-print-title={title}>
        {title}
      </p>
      {/* Chosen shops are named beside the period. */}
      {listShopIds(report).length === 0 && report.shops !== null && (
        <p>{t('report.print.shops', { shops: report.shops.map(({ title }) => title).join('; ') })}</p>
      )}
      <p>
        {t('report.print.asOf', { moment: format.dateTime(report.generated_at) })} · {t('report.print.zone')}
      </p>
    </div>
  );
}
