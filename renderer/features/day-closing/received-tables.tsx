import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { type ReceivedStep, receivedOf } from '../../../shared/day-closing.ts';
import { withoutText } from '../../../shared/unknown-figures.ts';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import textStyles from '../../components/text.module.css';
import type { Address } from '../../lib/address/address.ts';
import { type ItemFigure, itemRowsAddress, paymentRowsAddress, reportScope } from '../../lib/address/figure-rows.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useRounding } from '../../lib/session.ts';
import { ClosingTable } from './turnover-tables.tsx';

interface ClosingProps {
  readonly closing: DayClosing;
}

/** The items of each kind that is no turnover. */
const NON_REVENUE_ITEMS = {
  giftCards: ['gift-cards', 'gift_card'],
  tips: ['tips', 'tip'],
  paymentsOnInvoice: ['payments-on-invoice', 'invoice_payment'],
  prepayments: ['prepayments', 'prepayment'],
  otherNonRevenue: ['other-non-revenue', 'other'],
} as const satisfies Record<string, readonly [ItemFigure, ItemType]>;

/** From the turnover to what was received, as a sum from top to bottom. */
export function FromTurnover({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const { turnover, nonRevenue, onAccount, expected, lacking, received, difference, holds, without } = receivedOf(
    report,
    useRounding(),
  );
  const scope = reportScope(report);
  const title = t('figures.fromTurnover');
  return (
    <ClosingTable title={title} columns={['', t('terms.side.wt')]}>
      <tr>
        <th scope="row">{t('report.revenue.turnover')}</th>
        <SumCell euros={turnover} unknown="revenue_wt" />
      </tr>
      <Subheading>{t('report.revenue.nonRevenue')}</Subheading>
      {nonRevenue.map((step) => {
        const [figure, type] = NON_REVENUE_ITEMS[step.name];
        const opened = { figure, side: 'wt', amount: step.euros ?? 0 } as const;
        return (
          <StepRow
            key={step.name}
            label={t(`report.revenue.${step.name}`)}
            step={step}
            rows={itemRowsAddress(opened, { ...scope, type })}
          />
        );
      })}
      <Subheading>{t('figures.onAccount')}</Subheading>
      {onAccount.map((step) => (
        <StepRow key={step.name} label={t(`figures.${step.name}`)} step={step} rows={null} />
      ))}
      <tr data-total>
        <th scope="row">
          {t('figures.expected')} <span className={textStyles.small}>{withoutText(without, language)}</span>
        </th>
        <SumCell euros={expected} unknown={lacking} />
      </tr>
      <tr>
        <th scope="row">{t('report.direct.methodsTotal')}</th>
        <SumCell euros={received} unknown="direct_paid" />
      </tr>
      {difference !== null && (
        <tr data-attention={holds === false || undefined}>
          <th scope="row">{t(difference === 0 ? 'figures.noDifference' : 'figures.difference')}</th>
          <td>{format.amount(difference)}</td>
        </tr>
      )}
    </ClosingTable>
  );
}

interface SumCellProps {
  readonly euros: number | null;
  /** The reason of a sum that is not known. */
  readonly unknown: UnknownFigure | null;
}

function SumCell({ euros, unknown }: SumCellProps) {
  const { amount } = useFormat();
  return <td>{euros === null && unknown !== null ? <NotKnown name={unknown} /> : amount(euros)}</td>;
}

interface StepRowProps {
  readonly label: string;
  readonly step: ReceivedStep;
  readonly rows: Address | null;
}

function StepRow({ label, step: { euros, unknown }, rows }: StepRowProps) {
  const { amount } = useFormat();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {unknown ? (
          <NotKnown name={unknown} />
        ) : (
          <FigureLink rows={euros === 0 ? null : rows}>{amount(euros)}</FigureLink>
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
  const format = useFormat();
  const methods = report.direct_paid?.payment_methods ?? [];
  const scope = reportScope(report);
  return (
    <ClosingTable title={t('figures.received')} columns={[t('figures.method'), t('terms.side.wt')]}>
      {methods.map(({ provider_method_type_id, title, amount }) => (
        <tr key={provider_method_type_id}>
          <th scope="row">{title}</th>
          <td>
            <FigureLink
              rows={amount === 0 ? null : paymentRowsAddress({ amount }, { ...scope, provider_method_type_id })}
            >
              {format.amount(amount)}
            </FigureLink>
          </td>
        </tr>
      ))}
      <tr data-total>
        <th scope="row">{t('report.direct.methodsTotal')}</th>
        <SumCell euros={receivedOf(report).received} unknown="direct_paid" />
      </tr>
    </ClosingTable>
  );
}
