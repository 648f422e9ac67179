import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import { receivedOf } from '../../../shared/day-closing.ts';
import type { FigureSection } from '../../../shared/report-figures.ts';
import { isShown, reportLines } from '../../../shared/report-lines.ts';
import { withoutText } from '../../../shared/unknown-figures.ts';
import type { RowGroup } from '../../components/data-table/plain-table.tsx';
import textStyles from '../../components/text.module.css';
import { linesOf, type ReportFigure, toLine } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { ClosingAmount, type ClosingRow, ClosingTable } from './turnover-tables.tsx';

type NonRevenueStep = 'giftCards' | 'tips' | 'paymentsOnInvoice' | 'prepayments' | 'otherNonRevenue';

interface ClosingProps {
  readonly closing: DayClosing;
}

/** From the turnover to what was received, as a sum from top to bottom. */
export function FromTurnover({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { difference, holds } = receivedOf(report, useRounding());
  const lines = reportLines(report).filter(isShown);
  const stepsOf = (section: FigureSection) =>
    lines.filter(({ definition }) => definition.section === section && !definition.isSum);
  const onAccount = linesOf(report, { notPaid: 'receivedNotPaid', settled: 'receivedSettled' });
  const { turnover, expected, received } = linesOf(report, {
    ...{ turnover: 'receivedTurnover', expected: 'receivedExpected', received: 'receivedPayments' },
  });
  const expectedLabel = (
    <>
      {t('figures.expected')} <span className={textStyles.small}>{withoutText(expected.without, language)}</span>
    </>
  );
  return (
    <StepsTable
      title={t('figures.fromTurnover')}
      groups={[
        {
          key: 'turnover',
          rows: [{ key: 'turnover', label: t('report.revenue.turnover'), figure: turnover.inclVat }],
        },
        {
          key: 'nonRevenue',
          heading: t('report.revenue.nonRevenue'),
          rows: stepsOf('nonRevenue').map((line) => ({
            key: line.name,
            label: t(`report.revenue.${line.name as NonRevenueStep}`),
            figure: toLine(report, line, line.name).inclVat,
          })),
        },
        {
          key: 'onAccount',
          heading: t('figures.onAccount'),
          rows: [
            { key: 'notPaid', label: t('figures.notPaid'), figure: onAccount.notPaid.inclVat },
            { key: 'settled', label: t('figures.settled'), figure: onAccount.settled.inclVat },
            { key: 'expected', label: expectedLabel, figure: expected.inclVat, isTotal: true },
            { key: 'received', label: t('report.direct.methodsTotal'), figure: received.inclVat },
            ...(difference === null || difference === 0
              ? []
              : [
                  {
                    key: 'difference',
                    label: t('figures.difference'),
                    figure: { euros: difference, rows: null },
                    needsAttention: holds === false,
                  },
                ]),
          ],
        },
      ]}
    />
  );
}

/** What must be in the till and on the account, by method. */
export function Received({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const methods = reportLines(report).filter(({ name }) => name === 'method');
  const { total } = linesOf(report, { total: 'receivedPayments' });
  return (
    <StepsTable
      title={t('figures.received')}
      nameOfSteps={t('figures.method')}
      groups={[
        {
          key: 'methods',
          rows: [
            ...methods.map((line) => {
              const key = `method-${line.ids.provider_method_type_id}`;
              return { key, label: line.title, figure: toLine(report, line, key).inclVat };
            }),
            { key: 'total', label: t('report.direct.methodsTotal'), figure: total.inclVat, isTotal: true },
          ],
        },
      ]}
    />
  );
}

interface StepRow extends ClosingRow {
  readonly figure: ReportFigure | null;
}

interface StepsTableProps {
  readonly title: string;
  /** The header over the names; default blank. */
  readonly nameOfSteps?: string;
  readonly groups: readonly RowGroup<StepRow>[];
}

/** One amount a line, with VAT. */
function StepsTable({ title, nameOfSteps = '', groups }: StepsTableProps) {
  const { t } = useTranslation();
  return (
    <ClosingTable
      title={title}
      isZero={({ figure }) => figure?.euros === 0}
      columns={[
        { id: 'label', header: nameOfSteps, isRowHeading: true, cell: ({ label }) => label },
        { id: 'wt', header: t('terms.side.wt'), cell: ({ figure }) => figure && <ClosingAmount figure={figure} /> },
      ]}
      groups={groups}
    />
  );
}
