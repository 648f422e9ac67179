import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import { receivedOf } from '../../../shared/day-closing.ts';
import type { FigureSection } from '../../../shared/report-figures.ts';
import { isShown, reportLines } from '../../../shared/report-lines.ts';
import { withoutText } from '../../../shared/unknown-figures.ts';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import textStyles from '../../components/text.module.css';
import { linesOf, type ReportLine, toLine } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { ClosingTable } from './turnover-tables.tsx';

type NonRevenueStep = 'giftCards' | 'tips' | 'paymentsOnInvoice' | 'prepayments' | 'otherNonRevenue';

interface ClosingProps {
  readonly closing: DayClosing;
}

/** From the turnover to what was received, as a sum from top to bottom. */
export function FromTurnover({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const { difference, holds } = receivedOf(report, useRounding());
  const title = t('figures.fromTurnover');
  const lines = reportLines(report).filter(isShown);
  const stepsOf = (section: FigureSection) =>
    lines.filter(({ definition }) => definition.section === section && !definition.isSum);
  const onAccount = linesOf(report, { notPaid: 'receivedNotPaid', settled: 'receivedSettled' });
  const { turnover, expected, received } = linesOf(report, {
    ...{ turnover: 'receivedTurnover', expected: 'receivedExpected', received: 'receivedPayments' },
  });
  return (
    <ClosingTable title={title} columns={['', t('terms.side.wt')]}>
      <StepRow label={t('report.revenue.turnover')} line={turnover} />
      <Subheading>{t('report.revenue.nonRevenue')}</Subheading>
      {stepsOf('nonRevenue').map((line) => (
        <StepRow
          key={line.name}
          label={t(`report.revenue.${line.name as NonRevenueStep}`)}
          line={toLine(report, line, line.name)}
        />
      ))}
      <Subheading>{t('figures.onAccount')}</Subheading>
      {(['notPaid', 'settled'] as const).map((name) => (
        <StepRow key={name} label={t(`figures.${name}`)} line={onAccount[name]} />
      ))}
      <StepRow
        isTotal
        label={
          <>
            {t('figures.expected')} <span className={textStyles.small}>{withoutText(expected.without, language)}</span>
          </>
        }
        line={expected}
      />
      <StepRow label={t('report.direct.methodsTotal')} line={received} />
      {difference !== null && (
        <tr data-attention={holds === false || undefined}>
          <th scope="row">{t(difference === 0 ? 'figures.noDifference' : 'figures.difference')}</th>
          <td>{format.amount(difference)}</td>
        </tr>
      )}
    </ClosingTable>
  );
}

interface StepRowProps {
  readonly label: ReactNode;
  readonly line: ReportLine;
  readonly isTotal?: boolean;
}

function StepRow({ label, line: { inclVat }, isTotal }: StepRowProps) {
  const { amount } = useFormat();
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row">{label}</th>
      <td>
        {inclVat?.euros === null && <NotKnown name={inclVat.unknown} />}
        {typeof inclVat?.euros === 'number' && (
          <FigureLink rows={inclVat.euros === 0 ? null : inclVat.rows}>{amount(inclVat.euros)}</FigureLink>
        )}
      </td>
    </tr>
  );
}

function Subheading({ children }: { readonly children: ReactNode }) {
  return (
    <tr data-heading>
      <th scope="rowgroup" colSpan={2}>
        {children}
      </th>
    </tr>
  );
}

/** What must be in the till and on the account, by method. */
export function Received({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const methods = reportLines(report).filter(({ name }) => name === 'method');
  const { total } = linesOf(report, { total: 'receivedPayments' });
  return (
    <ClosingTable title={t('figures.received')} columns={[t('figures.method'), t('terms.side.wt')]}>
      {methods.map((line) => (
        <StepRow
          key={line.ids.provider_method_type_id}
          label={line.title}
          line={toLine(report, line, `method-${line.ids.provider_method_type_id}`)}
        />
      ))}
      <StepRow label={t('report.direct.methodsTotal')} line={total} isTotal />
    </ClosingTable>
  );
}
