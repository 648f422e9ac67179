import { useTranslation } from 'react-i18next';
import type { FinancialReport, WholeReport } from '../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import type { FigureName } from '../../../shared/report-figures.ts';
import { createCalculatedFigure, createLine } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useComparison, useFormatTitle } from './comparison.tsx';
import { ChartSwitch, useCharted } from './report-choices.tsx';
import { CheckIcon, FigureBars } from './report-figures.tsx';
import styles from './report-page.module.css';
import { LineLabel, type SectionRow } from './section-rows.tsx';
import { StatementSection, StatementTable } from './statement-table.tsx';

interface DirectPaidProps {
  readonly report: FinancialReport;
  /** The rows by VAT rate and the rest of the total. */
  readonly paid: readonly SectionRow[];
  /** The rows by payment method, and their balance. */
  readonly received: readonly SectionRow[];
}

/**
 * The direct payments by VAT rate, then the same total by payment method, then whether the two agree. If compared, the
 * methods are a separate table, which may show the other side of VAT.
 */
export function DirectPaidSection({ report, paid, received }: DirectPaidProps) {
  const { t } = useTranslation();
  const formatTitle = useFormatTitle();
  const isCompared = useComparison() !== null;
  const [isChosen] = useCharted('direct');
  const isCharted = isChosen && report.direct_paid !== null;
  const title = isCharted ? t('report.direct.title') : formatTitle(t('report.direct.title'));
  const methodTitle = formatTitle(t('report.direct.methods'), 'wt');
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

/** A row for the balance calculated from the figures, if the platform's balance differs. */
function useOwnBalance({ direct_paid: direct }: FinancialReport, received: readonly SectionRow[]): SectionRow[] {
  const { t } = useTranslation();
  const rounding = useRounding();
  const own = direct && calculateOwnBalance(direct, rounding);
  const given = received.find(({ of }) => of.name === 'balance');
  if (!own || !given) return [];
  const label = (
    <>
      <CheckIcon holds={false} /> {t('report.direct.ownBalance')}
    </>
  );
  const line = createLine('ownBalance', { inclVat: createCalculatedFigure(own.difference, 'balance') });
  return [{ ...given, key: line.key, label, line, before: undefined, needsAttention: true }];
}

type DirectPaid = WholeReport['direct_paid'];

/**
 * Calculates the balance of the payments from the figures; `null` if the platform's is the same. `maxFigureError` as in
 * `checkReport`.
 */
export function calculateOwnBalance(
  direct: DirectPaid,
  maxFigureError: Amount = 0,
): DirectPaid['balance_check'] | null {
  const tolerance = maxFigureError * direct.payment_methods.length;
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

/** Bars for the direct payments including VAT, by rate and by method. */
function DirectChart({ paid, received }: Pick<DirectPaidProps, 'paid' | 'received'>) {
  const { t } = useTranslation();
  const rates = paid.filter(({ of }) => of.rate);
  const methods = received.filter(isMethod);
  const getTotal = (rows: readonly SectionRow[], total: FigureName) =>
    rows.find(({ of }) => of.name === total)?.of.wt ?? 0;
  const createBars = (rows: readonly SectionRow[]) =>
    rows.flatMap(({ key, of, line }) =>
      line?.inclVat ? [{ key, name: <LineLabel of={of} />, figure: line.inclVat }] : [],
    );
  return (
    <>
      <FigureBars title={t('report.charts.rates')} bars={createBars(rates)} total={getTotal(paid, 'directTotal')} />
      <FigureBars
        title={t('report.charts.methods')}
        bars={createBars(methods)}
        total={getTotal(received, 'methodsTotal')}
      />
    </>
  );
}
