import { useTranslation } from 'react-i18next';
import type { FinancialReport, ReportWith } from '../../../shared/contract/financial-report.ts';
import type { RowGroup } from '../../components/data-table/plain-table.tsx';
import { type ReportFigure, vatOf } from '../../lib/figure-lines.ts';
import type { ExplainedCheck } from './check-causes.ts';
import { ChecksSection } from './checks.tsx';
import { type ComparedReports, useComparison, useSidedTitle } from './comparison.tsx';
import { DirectPaidSection } from './direct-paid-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { KnownSection } from './known-section.tsx';
import { OpenFigure } from './report-figures.tsx';
import { notPaidLines, receivedLines, revenueLines } from './report-lines.ts';
import pageStyles from './report-page.module.css';
import styles from './statement.module.css';
import {
  rowMaker,
  type StatementRow,
  StatementSection,
  StatementTable,
  TOTAL,
  useRateRows,
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
      <KeyFigures report={report} />
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

/** What most readers come for. */
function KeyFigures({ report }: Pick<StatementProps, 'report'>) {
  const { t } = useTranslation();
  const { turnover, margin } = revenueLines(report);
  const { received } = receivedLines(report);
  const figures: readonly (readonly [label: string, figure: ReportFigure | null])[] = [
    [t('terms.turnover.ex'), turnover.exVat],
    [t('report.vat'), vatOf(turnover)],
    [t('terms.turnover.wt'), turnover.inclVat],
    [t('report.revenue.margin'), margin.exVat],
    [t('report.direct.methodsTotal'), received.inclVat],
  ];
  return (
    <section aria-label={t('report.keyFigures')}>
      <dl className={pageStyles.keyFigures}>
        {figures.map(
          ([label, figure]) =>
            figure && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <OpenFigure figure={figure} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
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
  const rowOf = rowMaker(lines, compared);
  const row = (name: keyof typeof lines, marks?: typeof TOTAL) => rowOf(name, t(`report.revenue.${name}`), marks);
  const marginPercentage = {
    key: 'marginPercentage',
    label: t('report.revenue.marginPercentage'),
    before: isMarginKnownBefore ? before?.revenue.margin.percentage : undefined,
  };
  const title = sided(t('report.revenue.title'));
  return (
    <StatementSection title={title}>
      <StatementTable
        label={title}
        groups={[
          {
            key: 'turnover',
            rows: [
              ...TURNOVER.map((name) => row(name)),
              row('turnover', TOTAL),
              row('cost'),
              row('margin', TOTAL),
              ...(percentage !== null && isMarginKnown ? [{ ...marginPercentage, percentage }] : []),
            ],
          },
          {
            key: 'nonRevenue',
            heading: sided(t('report.revenue.nonRevenue'), 'wt'),
            rows: [...NON_REVENUE.filter(isVisible).map((name) => row(name)), row('nonRevenueTotal', TOTAL)],
          },
          useReceivedRows({ report, before }),
        ]}
      />
    </StatementSection>
  );
}

/** Why what was received is not the turnover. */
function useReceivedRows({ report, before }: ComparedReports): RowGroup<StatementRow> {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const lines = receivedLines(report);
  const compared = before && receivedLines(before);
  const { difference, ...known } = lines;
  const row = rowMaker(known, compared);
  const label = t('figures.difference');
  const differenceRow = { key: 'difference', label, before: compared?.difference ?? undefined, needsAttention: true };
  return {
    key: 'received',
    heading: sided(t('figures.fromTurnover'), 'wt'),
    rows: [
      row('turnover', t('terms.turnover.wt')),
      row('nonRevenueTotal', t('report.revenue.nonRevenueTotal')),
      row('notPaid', t('figures.notPaid')),
      row('settled', t('figures.settled')),
      row('expected', t('figures.expected'), TOTAL),
      row('received', t('report.direct.methodsTotal')),
      ...(difference === null || difference.inclVat?.euros === 0 ? [] : [{ ...differenceRow, line: difference }]),
    ],
  };
}

/** Orders on account of the period: those that are still open, and those that have been paid since. */
function NotPaidSection({ report, before }: ComparedReports<ReportWith<'not_paid_now'>>) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const lines = notPaidLines(report);
  const compared = before && notPaidLines(before);
  const rateRows = useRateRows();
  const title = sided(t('report.notPaid.title'));
  const row = rowMaker({ total: lines.total, settledTotal: lines.settledTotal }, compared);
  return (
    <StatementSection title={title}>
      <StatementTable
        label={title}
        groups={[
          {
            key: 'open',
            rows: [...rateRows(lines.rates, compared?.rates), row('total', t('report.notPaid.total'), TOTAL)],
          },
          {
            key: 'settled',
            heading: sided(t('report.notPaid.settled')),
            rows: [
              ...rateRows(lines.settledRates, compared?.settledRates),
              row('settledTotal', t('report.notPaid.settledTotal'), TOTAL),
            ],
          },
        ]}
      />
    </StatementSection>
  );
}
