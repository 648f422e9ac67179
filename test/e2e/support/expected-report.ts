import type { FinancialReport, ReportRate } from '../../../shared/contract/financial-report.ts';
import { amountText, plainText } from './shown-figures.ts';
import { DUTCH } from './words.ts';

/** A label and the figures of a line of the statement, as the window writes them. */
type Line = readonly string[];
type Side = 'value' | 'value_wt';

const words = DUTCH.report;

/** Every line of the sections that are read from top to bottom, under the title of the section. */
export function statementLines(report: FinancialReport): Readonly<Record<string, readonly Line[]>> {
  return {
    [words.revenue.title]: revenueLines(report.revenue),
    [words.direct.title]: directLines(report.direct_paid),
    [words.notPaid.title]: notPaidLines(report.not_paid_now),
    [words.checks.title]: checkLines(report.checks),
  };
}

/** Turnover by group on one side of VAT: a column a shop, and the totals on both edges. */
export function groupLines(groups: FinancialReport['turnover_by_group'], side: Side): readonly Line[] {
  const total = side === 'value' ? 'total' : 'total_wt';
  const shops = (values: typeof groups.shop_totals) =>
    groups.shops.map(({ shop_id }) => amountText(values.find((value) => value.shop_id === shop_id)?.[side] ?? 0));
  return [
    ...groups.rows.map((row) => [
      row.product_group_id === null ? DUTCH.rows.figure.differences : `${row.product_group_code}${row.title}`,
      ...shops(row.shops),
      amountText(row[total]),
    ]),
    [DUTCH.terms.total, ...shops(groups.shop_totals), amountText(groups[total])],
  ];
}

function revenueLines(revenue: FinancialReport['revenue']): readonly Line[] {
  const { margin, non_revenue: other } = revenue;
  const percentage = margin.percentage === null ? '' : `${plainText(margin.percentage)} %`;
  return [
    both(words.revenue.sales, revenue.total_sales, revenue.total_sales_wt),
    both(words.revenue.returns, -revenue.total_returns, -revenue.total_returns_wt),
    both(words.revenue.differences, -revenue.total_differences, -revenue.total_differences_wt),
    both(words.revenue.turnover, revenue.total_turnover, revenue.total_turnover_wt),
    [words.revenue.cost, amountText(-revenue.total_cost_of_goods_sold), '', ''],
    [words.revenue.margin, amountText(margin.value), percentage, ''],
    [words.revenue.giftCards, amountText(other.gift_cards)],
    [words.revenue.tips, amountText(other.tips)],
    [words.revenue.paymentsOnInvoice, amountText(other.payments_on_invoice)],
    [words.revenue.prepayments, amountText(other.prepayments)],
    [words.revenue.nonRevenueTotal, amountText(other.total)],
  ];
}

function directLines(direct: FinancialReport['direct_paid']): readonly Line[] {
  const { balance_check: check } = direct;
  return [
    ...rateLines(direct.rates),
    both(DUTCH.rows.figure.differences, -direct.differences, -direct.differences),
    both(words.revenue.nonRevenue, direct.non_revenue, direct.non_revenue),
    both(words.direct.total, direct.total, direct.total_wt),
    ...direct.payment_methods.map(({ title, amount }) => [title, amountText(amount)]),
    [words.direct.methodsTotal, amountText(check.payments_total)],
    [words.direct.total, amountText(check.expected_total)],
    [words.direct.balanced, amountText(check.difference)],
  ];
}

function notPaidLines(open: FinancialReport['not_paid_now']): readonly Line[] {
  const { settled_since: settled } = open;
  return [
    ...rateLines(open.rates),
    both(words.notPaid.total, open.total, open.total_wt),
    ...rateLines(settled.rates),
    both(words.notPaid.settledTotal, settled.total, settled.total_wt),
  ];
}

function checkLines(checks: FinancialReport['checks']): readonly Line[] {
  return checks.map(({ name, left, right, difference, holds }) => [
    `${holds ? words.checks.holds : words.checks.fails}: ${words.checks.name[name]}`,
    amountText(left),
    amountText(right),
    amountText(difference),
  ]);
}

function rateLines(rates: readonly ReportRate[]): readonly Line[] {
  if (rates.length === 0) return [[DUTCH.terms.none, '0,00', '0,00', '0,00']];
  return rates.map(({ name, country_iso2, base, tax, total_wt }) => [
    `${name} ${country_iso2}`,
    amountText(base),
    amountText(tax),
    amountText(total_wt),
  ]);
}

function both(label: string, exVat: number, inclVat: number): Line {
  return [label, amountText(exVat), '', amountText(inclVat)];
}
