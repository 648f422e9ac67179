import { useTranslation } from 'react-i18next';
import type { ReportWith, WholeReport } from '../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { pairByKey } from '../../../shared/report-comparison.ts';
import type { RowGroup } from '../../components/data-table/plain-table.tsx';
import { lineOf, madeFigure } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { CheckIcon } from './checks.tsx';
import { type ComparedReports, useComparison, useSidedTitle } from './comparison.tsx';
import { ChartSwitch, useCharted } from './report-choices.tsx';
import { type FigureBar, FigureBars } from './report-figures.tsx';
import { directLines } from './report-lines.ts';
import styles from './statement.module.css';
import {
  RateName,
  rowMaker,
  type StatementRow,
  StatementSection,
  StatementTable,
  TOTAL,
  useRateRows,
} from './statement-table.tsx';

type DirectReport = ReportWith<'direct_paid'>;

/**
 * The direct payments by VAT rate, then the same total by payment method, then whether the two agree. Where they are
 * compared the methods are a table of their own, which may be of the other side of VAT.
 */
export function DirectPaidSection({ report, before }: ComparedReports<DirectReport>) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const isCompared = useComparison() !== null;
  const [isCharted] = useCharted('direct');
  const title = isCharted ? t('report.direct.title') : sided(t('report.direct.title'));
  const methods = sided(t('report.direct.methods'), 'wt');
  const paidGroup = usePaidGroup({ report, before });
  const methodGroups = useMethodGroups({ report, before });
  return (
    <>
      <StatementSection title={title} aside={<ChartSwitch section="direct" />}>
        {isCharted ? (
          <DirectChart report={report} />
        ) : (
          <StatementTable label={title} groups={isCompared ? [paidGroup] : [paidGroup, ...methodGroups]} />
        )}
      </StatementSection>
      {isCompared && !isCharted && (
        <StatementSection title={methods} aside={<MethodUnknown report={report} />}>
          <StatementTable label={methods} groups={methodGroups} />
        </StatementSection>
      )}
    </>
  );
}

function usePaidGroup({ report, before }: ComparedReports<DirectReport>): RowGroup<StatementRow> {
  const { t } = useTranslation();
  const lines = directLines(report);
  const compared = before && directLines(before);
  const { differences, nonRevenue, total } = lines;
  const row = rowMaker({ differences, nonRevenue, total }, compared);
  return {
    key: 'paid',
    rows: [
      ...useRateRows()(lines.rates, compared?.rates),
      row('differences', t('rows.figure.differences')),
      row('nonRevenue', t('report.revenue.nonRevenue')),
      row('total', t('report.direct.total'), TOTAL),
    ],
  };
}

function MethodUnknown({ report }: Pick<ComparedReports<DirectReport>, 'report'>) {
  const { t } = useTranslation();
  if (!report.unknown.includes('payment_methods')) return null;
  return <span className={styles.without}>{t('report.direct.methodUnknown')}</span>;
}

/** The methods, then their balance as the platform states it, and as computed from the figures where that differs. */
function useMethodGroups({ report, before }: ComparedReports<DirectReport>): readonly RowGroup<StatementRow>[] {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  const { is_balanced: isBalanced } = report.direct_paid.balance_check;
  const lines = directLines(report);
  const compared = before && directLines(before);
  const own = ownBalance(report, useRounding());
  const heading = (
    <>
      {t('report.direct.methods')} <MethodUnknown report={report} />
    </>
  );
  const outcome = (
    <>
      <CheckIcon holds={isBalanced} />{' '}
      <span data-read>{isBalanced ? t('report.direct.balanced') : t('report.direct.unbalanced')}</span>
    </>
  );
  const ownOutcome = (
    <>
      <CheckIcon holds={false} /> <span>{t('report.direct.ownBalance')}</span>
    </>
  );
  const { methodsTotal, expected, balance } = lines;
  const row = rowMaker({ methodsTotal, expected, balance }, compared);
  const ownRow = {
    ...{ key: 'ownBalance', label: ownOutcome, needsAttention: true },
    line: own && lineOf('ownBalance', { inclVat: madeFigure(own.difference, 'balance') }),
  };
  return [
    {
      key: 'methods',
      props: { 'data-long': true },
      ...(!isCompared && { heading }),
      rows: pairByKey(lines.methods, compared?.methods).map(({ key, named, now, before: earlier }) => ({
        ...{ key, label: <span data-read>{named.title}</span>, line: now, before: earlier },
      })),
    },
    {
      key: 'balance',
      rows: [
        row('methodsTotal', t('report.direct.methodsTotal'), TOTAL),
        row('expected', t('report.direct.total')),
        row('balance', outcome, { needsAttention: !isBalanced }),
        ...(own === null ? [] : [ownRow]),
      ],
    },
  ];
}

type BalanceCheck = WholeReport['direct_paid']['balance_check'];

/**
 * The balance of the payments calculated from the figures; null where that of the platform is the same. `perFigure` as of
 * `reportChecks`.
 */
export function ownBalance(
  { direct_paid: direct }: Pick<DirectReport, 'direct_paid'>,
  perFigure: Amount = 0,
): BalanceCheck | null {
  const tolerance = perFigure * direct.payment_methods.length;
  const paid = sumOf(direct.payment_methods, ({ amount }) => fromEuros(amount));
  const expected = fromEuros(direct.total_wt);
  const own: BalanceCheck = {
    payments_total: toEuros(paid),
    expected_total: toEuros(expected),
    difference: toEuros(paid - expected),
    is_balanced: Math.abs(paid - expected) <= tolerance,
  };
  const given = direct.balance_check;
  const isSame = (['payments_total', 'expected_total', 'difference'] as const).every(
    (name) => Math.abs(fromEuros(own[name]) - fromEuros(given[name])) <= tolerance,
  );
  return isSame && own.is_balanced === given.is_balanced ? null : own;
}

/** The direct payments with VAT: bars for the rates and for the methods. */
function DirectChart({ report }: { readonly report: DirectReport }) {
  const { t } = useTranslation();
  const { rates, methods } = directLines(report);
  const rateBars = rates.flatMap((line): FigureBar[] =>
    line.inclVat ? [{ key: line.key, name: <RateName pair={{ named: line, now: line }} />, figure: line.inclVat }] : [],
  );
  const methodBars = methods.flatMap(({ key, title, inclVat }): FigureBar[] =>
    inclVat ? [{ key, name: title, figure: inclVat }] : [],
  );
  const { balance_check: balance, total_wt: total } = report.direct_paid;
  return (
    <>
      <FigureBars title={t('report.charts.rates')} bars={rateBars} total={total} />
      <FigureBars title={t('report.charts.methods')} bars={methodBars} total={balance.payments_total} />
    </>
  );
}
