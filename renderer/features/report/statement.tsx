import { useTranslation } from 'react-i18next';
import type { FinancialReport, ReportWith } from '../../../shared/contract/financial-report.ts';
import type { FigureSection } from '../../../shared/report-figures.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { type FigureLine, isShown, reportLines } from '../../../shared/report-lines.ts';
import { NotKnown } from '../../components/figures.tsx';
import { linesOf, type ReportFigure, toLine, vatOf } from '../../lib/figure-lines.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import type { ExplainedCheck } from './check-causes.ts';
import { ChecksSection } from './checks.tsx';
import { type ComparedReports, useComparison, useSidedTitle } from './comparison.tsx';
import { DirectPaidSection } from './direct-paid-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { KnownSection } from './known-section.tsx';
import { notPaidLines } from './report-lines.ts';
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
  const { money } = useFormat();
  const { turnover, margin, received } = linesOf(report, {
    ...{ turnover: 'turnover', margin: 'margin', received: 'receivedPayments' },
  });
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
                <dd data-read>{figure.euros === null ? <NotKnown name={figure.unknown} /> : money(figure.euros)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function RevenueSection({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const rowsOf = useSectionRows({ report, before });
  const { percentage } = report.revenue.margin;
  const hasMargin = (of: FinancialReport) => typeof linesOf(of, { margin: 'margin' }).margin.exVat?.euros === 'number';
  const title = sided(t('report.revenue.title'));
  const marginPercentage = {
    key: 'marginPercentage',
    label: t('report.revenue.marginPercentage'),
    before: before && hasMargin(before) ? before.revenue.margin.percentage : undefined,
  };
  return (
    <StatementSection title={title}>
      <StatementTable
        label={title}
        groups={[
          {
            key: 'turnover',
            rows: [
              ...rowsOf('revenue'),
              ...(percentage !== null && hasMargin(report) ? [{ ...marginPercentage, percentage }] : []),
            ],
          },
          { key: 'nonRevenue', heading: sided(t('report.revenue.nonRevenue'), 'wt'), rows: rowsOf('nonRevenue') },
          // Why what was received is not the turnover.
          { key: 'received', heading: sided(t('figures.fromTurnover'), 'wt'), rows: rowsOf('fromTurnover') },
        ]}
      />
    </StatementSection>
  );
}

/** The lines of a section as the shared table has them, each beside that of the report compared. */
function useSectionRows({ report, before }: ComparedReports): (section: FigureSection) => readonly StatementRow[] {
  const { items } = REPORT_LABELS[useLanguage()];
  const { t } = useTranslation();
  const compared = new Map(before && reportLines(before).map((line) => [line.name, toLine(before, line, line.name)]));
  return (section) =>
    reportLines(report)
      .filter((line) => line.definition.section === section && isShown(line) && !isNoDifference(line))
      .map((line) => ({
        key: line.name,
        label:
          line.name === 'receivedDifference'
            ? t('figures.difference')
            : line.definition.label && items[line.definition.label],
        line: toLine(report, line, line.name),
        before: before ? compared.get(line.name) : undefined,
        isTotal: line.definition.isSum ?? false,
        needsAttention: line.name === 'receivedDifference',
      }));
}

/** A line for a difference that is not there, or not known. */
function isNoDifference({ name, wt }: FigureLine): boolean {
  return name === 'receivedDifference' && (wt === null || wt === 0);
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
