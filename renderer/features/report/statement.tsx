import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { ChangeText, NotKnown } from '../../components/figures.tsx';
import { getLines, getVat, type ReportFigure, type ReportLine } from '../../lib/figure-lines.ts';
import { useFormat } from '../../lib/language.ts';
import type { ExplainedCheck } from './check-causes.ts';
import { ChecksSection } from './checks.tsx';
import { type ComparedReports, useCompareFigures, useComparison, useFormatTitle } from './comparison.tsx';
import { DirectPaidSection } from './direct-paid-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import styles from './report-page.module.css';
import { type SectionRow, useSectionRows } from './section-rows.tsx';
import { type StatementRow, StatementSection, StatementTable } from './statement-table.tsx';
import { DeclaredSection, VatSection } from './vat-section.tsx';

interface StatementProps {
  readonly report: FinancialReport;
  readonly checks: readonly ExplainedCheck[];
}

/** The whole report as one statement, in two columns if the window is wide enough and nothing is compared. */
export function Statement({ report, checks }: StatementProps) {
  const { t } = useTranslation();
  const comparison = useComparison();
  const before = comparison?.report ?? null;
  const formatTitle = useFormatTitle();
  const listRows = useSectionRows({ report, before });
  const notPaid = formatTitle(t('report.notPaid.title'));
  const settled = { key: 'settled', heading: formatTitle(t('report.notPaid.settled')), rows: listRows('settledSince') };
  return (
    <div className={styles.statement}>
      <KeyFigures report={report} before={before} />
      <div className={styles.columns} data-compared={comparison !== null || undefined}>
        <RevenueSection report={report} before={before} />
        <div className={styles.second}>
          <DirectPaidSection report={report} paid={listRows('directPaid')} received={listRows('paymentMethods')} />
        </div>
        <StatementSection title={notPaid}>
          <StatementTable label={notPaid} groups={[{ key: 'open', rows: listRows('notPaidNow') }, settled]} />
        </StatementSection>
      </div>
      <div className={styles.columns} data-compared={comparison !== null || undefined}>
        <VatSection rows={listRows('vatReturn')} />
        <DeclaredSection report={report} />
      </div>
      <GroupsSection report={report} before={before} />
      <ChecksSection checks={checks} />
    </div>
  );
}

/** The key figures, and their change if the report is compared. */
function KeyFigures({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const compare = useCompareFigures();
  const figures = getKeyFigures(report);
  const compared = before && getKeyFigures(before);
  const labels = {
    ...{ turnover: t('terms.turnover.ex'), vat: t('report.vat'), turnoverWt: t('terms.turnover.wt') },
    ...{ margin: t('report.revenue.margin'), received: t('report.direct.methodsTotal') },
  };
  return (
    <section aria-label={t('report.keyFigures')}>
      <dl className={styles.keyFigures}>
        {KEY_FIGURES.map((name) => {
          const figure = figures[name];
          const change = compare(figure, compared?.[name] ?? null);
          return (
            figure && (
              <div key={name}>
                <dt>{labels[name]}</dt>
                <dd data-read>{figure.euros === null ? <NotKnown name={figure.unknown} /> : money(figure.euros)}</dd>
                {change && (
                  <dd className={styles.change}>
                    <ChangeText change={change} shows="difference" /> (<ChangeText change={change} shows="percentage" />
                    )
                  </dd>
                )}
              </div>
            )
          );
        })}
      </dl>
    </section>
  );
}

const KEY_FIGURES = ['turnover', 'vat', 'turnoverWt', 'margin', 'received'] as const;

function getKeyFigures(report: FinancialReport) {
  const { turnover, margin, received } = getLines(report, {
    ...{ turnover: 'turnover', margin: 'margin', received: 'receivedPayments' },
  });
  const toKeyFigure = (figure: ReportFigure | null, { without }: ReportLine) => figure && { ...figure, without };
  return {
    turnover: toKeyFigure(turnover.exVat, turnover),
    vat: toKeyFigure(getVat(turnover), turnover),
    turnoverWt: toKeyFigure(turnover.inclVat, turnover),
    margin: toKeyFigure(margin.exVat, margin),
    received: toKeyFigure(received.inclVat, received),
  };
}

function RevenueSection({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const formatTitle = useFormatTitle();
  const listRows = useSectionRows({ report, before });
  const title = formatTitle(t('report.revenue.title'));
  // Explains the difference between turnover and received payments.
  const received = { heading: formatTitle(t('figures.fromTurnover'), 'wt'), rows: listRows('fromTurnover') };
  return (
    <StatementSection title={title}>
      <StatementTable
        label={title}
        groups={[
          { key: 'turnover', rows: listRows('revenue').flatMap(addPercentage) },
          {
            key: 'nonRevenue',
            heading: formatTitle(t('report.revenue.nonRevenue'), 'wt'),
            rows: listRows('nonRevenue'),
          },
          { key: 'received', ...received },
        ]}
      />
    </StatementSection>
  );

  /** Adds the margin percentage after the margin. */
  function addPercentage(row: SectionRow): StatementRow[] {
    const { percentage } = row.of;
    if (row.of.name !== 'margin' || percentage === null) return [row];
    const label = t('report.revenue.marginPercentage');
    const earlier = row.before?.exVat?.euros == null ? undefined : before?.revenue.margin.percentage;
    return [row, { key: 'marginPercentage', label, percentage, before: earlier }];
  }
}
