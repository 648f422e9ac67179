import { useTranslation } from 'react-i18next';
import type { ReportWith, WholeReport } from '../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { pairByKey } from '../../../shared/report-comparison.ts';
import { lineOf, madeFigure } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { CheckIcon } from './checks.tsx';
import { type ComparedReports, useComparison, useSidedTitle } from './comparison.tsx';
import { ChartSwitch, useCharted } from './report-choices.tsx';
import { type FigureBar, FigureBars } from './report-figures.tsx';
import { directLines } from './report-lines.ts';
import styles from './statement.module.css';
import {
  RateLines,
  RateName,
  StatementLine,
  StatementSection,
  StatementSubheading,
  StatementTable,
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
  return (
    <>
      <StatementSection title={title} aside={<ChartSwitch section="direct" />}>
        {isCharted ? (
          <DirectChart report={report} />
        ) : (
          <StatementTable label={title} between={t('report.vat')}>
            <PaidLines report={report} before={before} />
            {!isCompared && <MethodLines report={report} before={before} />}
          </StatementTable>
        )}
      </StatementSection>
      {isCompared && !isCharted && (
        <StatementSection title={methods} aside={<MethodUnknown report={report} />}>
          <StatementTable label={methods} between={t('report.vat')}>
            <MethodLines report={report} before={before} />
          </StatementTable>
        </StatementSection>
      )}
    </>
  );
}

function PaidLines({ report, before }: ComparedReports<DirectReport>) {
  const { t } = useTranslation();
  const lines = directLines(report);
  const compared = before && directLines(before);
  return (
    <tbody>
      <RateLines rates={lines.rates} before={compared?.rates} />
      <StatementLine label={t('rows.figure.differences')} line={lines.differences} before={compared?.differences} />
      <StatementLine label={t('report.revenue.nonRevenue')} line={lines.nonRevenue} before={compared?.nonRevenue} />
      <StatementLine isTotal label={t('report.direct.total')} line={lines.total} before={compared?.total} />
    </tbody>
  );
}

function MethodUnknown({ report }: Pick<ComparedReports<DirectReport>, 'report'>) {
  const { t } = useTranslation();
  if (!report.unknown.includes('payment_methods')) return null;
  return <span className={styles.without}>{t('report.direct.methodUnknown')}</span>;
}

function MethodLines({ report, before }: ComparedReports<DirectReport>) {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  const lines = directLines(report);
  const compared = before && directLines(before);
  return (
    <>
      <tbody data-long>
        {!isCompared && (
          <StatementSubheading>
            {t('report.direct.methods')} <MethodUnknown report={report} />
          </StatementSubheading>
        )}
        {pairByKey(lines.methods, compared?.methods).map((pair) => (
          <StatementLine
            key={pair.key}
            label={<span data-read>{pair.named.title}</span>}
            line={pair.now}
            before={pair.before}
          />
        ))}
      </tbody>
      <BalanceLines report={report} before={before} />
    </>
  );
}

/** The balance of the payments as the platform states it, and as computed from the figures where that differs. */
function BalanceLines({ report, before }: ComparedReports<DirectReport>) {
  const { t } = useTranslation();
  const { is_balanced: isBalanced } = report.direct_paid.balance_check;
  const lines = directLines(report);
  const compared = before && directLines(before);
  const own = ownBalance(report, useRounding());
  const outcome = isBalanced ? t('report.direct.balanced') : t('report.direct.unbalanced');
  return (
    <tbody>
      <StatementLine
        isTotal
        label={t('report.direct.methodsTotal')}
        line={lines.methodsTotal}
        before={compared?.methodsTotal}
      />
      <StatementLine label={t('report.direct.total')} line={lines.expected} before={compared?.expected} />
      <StatementLine
        needsAttention={!isBalanced}
        label={
          <>
            <CheckIcon holds={isBalanced} /> <span data-read>{outcome}</span>
          </>
        }
        line={lines.balance}
        before={compared?.balance}
      />
      {own !== null && (
        <StatementLine
          needsAttention
          label={
            <>
              <CheckIcon holds={false} /> <span>{t('report.direct.ownBalance')}</span>
            </>
          }
          line={lineOf('ownBalance', { inclVat: madeFigure(own.difference, 'balance') })}
        />
      )}
    </tbody>
  );
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
