import { useTranslation } from 'react-i18next';
import type { FinancialReport, WholeReport } from '../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import type { FigureName } from '../../../shared/report-figures.ts';
import { lineOf, madeFigure } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useComparison, useSidedTitle } from './comparison.tsx';
import { ChartSwitch, useCharted } from './report-choices.tsx';
import { CheckIcon, FigureBars } from './report-figures.tsx';
import styles from './report-page.module.css';
import { LineLabel, type SectionRow } from './section-rows.tsx';
import { StatementSection, StatementTable } from './statement-table.tsx';

interface DirectPaidProps {
  readonly report: FinancialReport;
  /** By VAT rate, with what else makes the total. */
  readonly paid: readonly SectionRow[];
  /** By payment method, with their balance. */
  readonly received: readonly SectionRow[];
}

/**
 * The direct payments by VAT rate, then the same total by payment method, then whether the two agree. Where they are
 * compared the methods are a table of their own, which may be of the other side of VAT.
 */
export function DirectPaidSection({ report, paid, received }: DirectPaidProps) {
  const { t } = useTranslation();
  const sided = useSidedTitle();
  const isCompared = useComparison() !== null;
  const [isChosen] = useCharted('direct');
  const isCharted = isChosen && report.direct_paid !== null;
  const title = isCharted ? t('report.direct.title') : sided(t('report.direct.title'));
  const methodTitle = sided(t('report.direct.methods'), 'wt');
  const own = useOwnBalance(report, received);
  const methods = { key: 'methods', props: { 'data-long': true }, rows: received.filter(isMethod) };
  const balance = { key: 'balance', rows: [...received.filter((row) => !isMethod(row)), ...own] };
  const unknown = report.unknown.includes('payment_methods') && (
    <span className={styles.without}>{t('report.direct.methodUnknown')}</span>
  );
  const heading = (
    <>
      {methodTitle} {unknown}
    </>
  );
  const groups = [{ key: 'paid', rows: paid }, ...(isCompared ? [] : [{ ...methods, heading }, balance])];
  return (
    <>
      <StatementSection title={title} aside={report.direct_paid && <ChartSwitch section="direct" />}>
        {isCharted ? <DirectChart paid={paid} received={received} /> : <StatementTable label={title} groups={groups} />}
      </StatementSection>
      {isCompared && !isCharted && (
        <StatementSection title={methodTitle} aside={unknown}>
          <StatementTable label={methodTitle} groups={[methods, balance]} />
        </StatementSection>
      )}
    </>
  );
}

/** A row for the balance as computed from the figures, where the platform states another. */
function useOwnBalance({ direct_paid: direct }: FinancialReport, received: readonly SectionRow[]): SectionRow[] {
  const { t } = useTranslation();
  const rounding = useRounding();
  const own = direct && ownBalance(direct, rounding);
  const given = received.find(({ of }) => of.name === 'balance');
  if (!own || !given) return [];
  const label = (
    <>
      <CheckIcon holds={false} /> {t('report.direct.ownBalance')}
    </>
  );
  const line = lineOf('ownBalance', { inclVat: madeFigure(own.difference, 'balance') });
  return [{ ...given, key: line.key, label, line, before: undefined, needsAttention: true }];
}

type DirectPaid = WholeReport['direct_paid'];

/**
 * The balance of the payments calculated from the figures; null where that of the platform is the same. `perFigure` as of
 * `reportChecks`.
 */
export function ownBalance(direct: DirectPaid, perFigure: Amount = 0): DirectPaid['balance_check'] | null {
  const tolerance = perFigure * direct.payment_methods.length;
  const paid = sumOf(direct.payment_methods, ({ amount }) => fromEuros(amount));
  const expected = fromEuros(direct.total_wt);
  const own: DirectPaid['balance_check'] = {
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

function isMethod({ of }: SectionRow): boolean {
  return of.name === 'method';
}

/** The direct payments with VAT: bars for the rates and for the methods. */
function DirectChart({ paid, received }: Pick<DirectPaidProps, 'paid' | 'received'>) {
  const { t } = useTranslation();
  const rates = paid.filter(({ of }) => of.rate);
  const methods = received.filter(isMethod);
  const totalOf = (rows: readonly SectionRow[], total: FigureName) =>
    rows.find(({ of }) => of.name === total)?.of.wt ?? 0;
  const barsOf = (rows: readonly SectionRow[]) =>
    rows.flatMap(({ key, of, line }) =>
      line?.inclVat ? [{ key, name: <LineLabel of={of} />, figure: line.inclVat }] : [],
    );
  return (
    <>
      <FigureBars title={t('report.charts.rates')} bars={barsOf(rates)} total={totalOf(paid, 'directTotal')} />
      <FigureBars title={t('report.charts.methods')} bars={barsOf(methods)} total={totalOf(received, 'methodsTotal')} />
    </>
  );
}
