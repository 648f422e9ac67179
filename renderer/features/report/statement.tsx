import { useTranslation } from 'react-i18next';
import type { FinancialReport, ReportWith } from '../../../shared/contract/financial-report.ts';
import type { ExplainedCheck } from './check-causes.ts';
import { ChecksSection } from './checks.tsx';
import { type ComparedReports, useComparison, useSidedTitle } from './comparison.tsx';
import { DirectPaidSection } from './direct-paid-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { KnownSection } from './known-section.tsx';
import { notPaidLines, receivedLines, revenueLines } from './report-lines.ts';
import styles from './statement.module.css';
import {
  PercentageLine,
  RateLines,
  StatementLine,
  StatementSection,
  StatementSubheading,
  StatementTable,
} from './statement-table.tsx';
import { DeclaredSection, VatSection } from './vat-section.tsx';

interface StatementProps {
  readonly report: FinancialReport;
  readonly checks: readonly ExplainedCheck[];
}

/** The whole report as one statement: in two columns where the window is wide enough and nothing is compared. */
export function Statement({ report, checks }: StatementProps) {
  const { t } = useTranslation();
  const comparison = useComparison();
  const before = comparison?.report ?? null;
  return (
    <div className={styles.statement}>
      <div className={styles.columns} data-compared={comparison !== null || undefined}>
        <RevenueSection report={report} before={before} />
        <div className={styles.second}>
          <KnownSection name="direct_paid" title={t('report.direct.title')} report={report} before={before}>
            {(reports) => <DirectPaidSection {...reports} />}
          </KnownSection>
        </div>
        <KnownSection name="not_paid_now" title={t('report.notPaid.title')} report={report} before={before}>
          {(reports) => <NotPaidSection {...reports} />}
        </KnownSection>
      </div>
      <div className={styles.columns} data-compared={comparison !== null || undefined}>
        <VatSection report={report} before={before} />
        <DeclaredSection report={report} />
      </div>
      <KnownSection name="turnover_by_group" title={t('report.groups.title')} report={report} before={before}>
        {(reports) => <GroupsSection {...reports} />}
      </KnownSection>
      <ChecksSection checks={checks} />
    </div>
  );
}

const TURNOVER = ['sales', 'returns', 'differences'] as const;

const NON_REVENUE = ['giftCards', 'tips', 'paymentsOnInvoice', 'prepayments', 'otherNonRevenue'] as const;

function RevenueSection({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const lines = revenueLines(report);
  const compared = before && revenueLines(before);
  const { non_revenue: nonRevenue, margin } = report.revenue;
  const { percentage } = margin;
  const isMarginKnown = typeof lines.margin.exVat?.euros === 'number';
  const isMarginKnownBefore = typeof compared?.margin.exVat?.euros === 'number';
  // Few platforms have such items.
  const isVisible = (name: (typeof NON_REVENUE)[number]) =>
    name !== 'otherNonRevenue' || (nonRevenue?.other ?? 0) !== 0;
  const line = (name: keyof typeof lines, isTotal = false) => (
    <StatementLine
      key={name}
      isTotal={isTotal}
      label={t(`report.revenue.${name}`)}
      line={lines[name]}
      before={compared?.[name]}
    />
  );
  return (
    <StatementSection title={sided(t('report.revenue.title'))}>
      <StatementTable label={sided(t('report.revenue.title'))} between={t('report.vat')}>
        <tbody>
          {TURNOVER.map((name) => line(name))}
          {line('turnover', true)}
          {line('cost')}
          {line('margin', true)}
          {percentage !== null && isMarginKnown && (
            <PercentageLine
              label={t('report.revenue.marginPercentage')}
              percentage={percentage}
              before={isMarginKnownBefore ? before?.revenue.margin.percentage : undefined}
            />
          )}
        </tbody>
        <tbody>
          <StatementSubheading>{sided(t('report.revenue.nonRevenue'), 'wt')}</StatementSubheading>
          {NON_REVENUE.filter(isVisible).map((name) => line(name))}
          {line('nonRevenueTotal', true)}
        </tbody>
        <ReceivedLines report={report} before={before} />
      </StatementTable>
    </StatementSection>
  );
}

/** Why what was received is not the turnover. */
function ReceivedLines({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const lines = receivedLines(report);
  const compared = before && receivedLines(before);
  const { difference } = lines;
  const isClosed = difference?.inclVat?.euros === 0;
  return (
    <tbody>
      <StatementSubheading>{sided(t('figures.fromTurnover'), 'wt')}</StatementSubheading>
      <StatementLine label={t('terms.turnover.wt')} line={lines.turnover} before={compared?.turnover} />
      {(['nonRevenueTotal', 'notPaid', 'settled'] as const).map((name) => (
        <StatementLine
          key={name}
          label={t(name === 'nonRevenueTotal' ? `report.revenue.${name}` : `figures.${name}`)}
          line={lines[name]}
          before={compared?.[name]}
        />
      ))}
      <StatementLine isTotal label={t('figures.expected')} line={lines.expected} before={compared?.expected} />
      <StatementLine label={t('report.direct.methodsTotal')} line={lines.received} before={compared?.received} />
      {difference !== null && !isClosed && (
        <StatementLine
          needsAttention
          label={t('figures.difference')}
          line={difference}
          before={compared?.difference ?? undefined}
        />
      )}
    </tbody>
  );
}

/** Orders on account of the period: those that are still open, and those that have been paid since. */
function NotPaidSection({ report, before }: ComparedReports<ReportWith<'not_paid_now'>>) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const lines = notPaidLines(report);
  const compared = before && notPaidLines(before);
  return (
    <StatementSection title={sided(t('report.notPaid.title'))}>
      <StatementTable label={sided(t('report.notPaid.title'))} between={t('report.vat')}>
        <tbody>
          <RateLines rates={lines.rates} before={compared?.rates} />
          <StatementLine isTotal label={t('report.notPaid.total')} line={lines.total} before={compared?.total} />
        </tbody>
        <tbody>
          <StatementSubheading>{sided(t('report.notPaid.settled'))}</StatementSubheading>
          <RateLines rates={lines.settledRates} before={compared?.settledRates} />
          <StatementLine
            isTotal
            label={t('report.notPaid.settledTotal')}
            line={lines.settledTotal}
            before={compared?.settledTotal}
          />
        </tbody>
      </StatementTable>
    </StatementSection>
  );
}
