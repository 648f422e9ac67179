import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros } from '../../../../shared/money.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import type { FigureCause } from './cause.ts';

/** A figure that is easily left out on one side of a check. */
interface SuspectFigure {
  readonly figure: FigureCause;
  readonly amount: Amount;
  /** What it is called where it was counted with the wrong sign: then the check is off by it twice. */
  readonly reversed?: FigureCause;
}

/** The likeliest first: rounding and returns are in every period, gift cards and invoices in some. */
export function suspectFigures(report: FinancialReport, side: VatSide): readonly SuspectFigure[] {
  const { revenue, not_paid_now: open } = report;
  const { settled_since: settled } = open;
  const other = revenue.non_revenue;
  const isWt = side === 'wt';
  const figures = [
    {
      figure: 'cashRounding',
      reversed: 'cashRoundingReversed',
      euros: isWt ? revenue.total_differences_wt : revenue.total_differences,
    },
    {
      figure: 'returns',
      reversed: 'returnsReversed',
      euros: isWt ? revenue.total_returns_wt : revenue.total_returns,
    },
    { figure: 'giftCards', euros: other.gift_cards },
    { figure: 'tips', euros: other.tips },
    { figure: 'paymentsOnInvoice', euros: other.payments_on_invoice },
    { figure: 'prepayments', euros: other.prepayments },
    { figure: 'nonRevenueTotal', euros: other.total },
    { figure: 'notPaid', euros: isWt ? open.total_wt : open.total },
    { figure: 'settled', euros: isWt ? settled.total_wt : settled.total },
  ] as const;
  return figures.map(({ euros, ...suspect }) => ({ ...suspect, amount: fromEuros(euros) }));
}
