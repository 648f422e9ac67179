import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { figureOpener } from './figure-opener.ts';
import { lineOf, madeFigure } from './report-line.ts';

/** Signs are those of a sum that is added from top to bottom: returns and differences come off sales. */
export function revenueLines(report: FinancialReport) {
  const { revenue } = report;
  const { non_revenue: other, margin } = revenue;
  const open = figureOpener(report);
  return {
    sales: lineOf(
      'sales',
      open.sides(revenue.total_sales, revenue.total_sales_wt, 'sales', { type: 'product', sign: 'positive' }),
    ),
    returns: lineOf(
      'returns',
      open.sides(-revenue.total_returns, -revenue.total_returns_wt, 'returns', {
        type: 'product',
        sign: 'negative',
      }),
    ),
    differences: lineOf(
      'differences',
      open.sides(-revenue.total_differences, -revenue.total_differences_wt, 'differences', {
        type: 'rounding',
      }),
    ),
    turnover: lineOf('turnover', {
      exVat: madeFigure(revenue.total_turnover, 'sumOfLines'),
      inclVat: madeFigure(revenue.total_turnover_wt, 'sumOfLines'),
    }),
    cost: lineOf('cost', {
      exVat: open.negatedItem(-revenue.total_cost_of_goods_sold, 'cost', 'cost', { type: 'product' }),
    }),
    margin: lineOf('margin', { exVat: madeFigure(margin.value, 'margin') }),
    giftCards: lineOf('giftCards', {
      inclVat: open.item(other.gift_cards, 'gift-cards', 'wt', { type: 'gift_card' }),
    }),
    tips: lineOf('tips', { inclVat: open.item(other.tips, 'tips', 'wt', { type: 'tip' }) }),
    paymentsOnInvoice: lineOf('paymentsOnInvoice', {
      inclVat: open.item(other.payments_on_invoice, 'payments-on-invoice', 'wt', { type: 'invoice_payment' }),
    }),
    prepayments: lineOf('prepayments', {
      inclVat: open.item(other.prepayments, 'prepayments', 'wt', { type: 'prepayment' }),
    }),
    nonRevenueTotal: lineOf('nonRevenueTotal', { inclVat: madeFigure(other.total, 'sumOfLines') }),
  };
}
