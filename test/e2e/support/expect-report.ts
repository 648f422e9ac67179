import { expect, type Page } from '@playwright/test';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type ReportRate, readFinancialReport, type WholeReport } from '../../../shared/contract/financial-report.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { createShopNameShortener } from '../../../shared/shop-names.ts';
import { formatRateName } from '../../../shared/vat-return.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { assertWholeReport } from '../../support/whole-report.ts';
import { reportPage } from '../pages/report-page.ts';
import type { ApiReader } from './api-reader.ts';
import { amountText, readLines, readTable } from './visible-table.ts';
import { DUTCH, DUTCH as words } from './window-texts.ts';

/**
 * Waits until every line of every section equals the answer of the API to the query, and all checks pass. Shops are
 * named without the common part of their names.
 */
export async function expectReport(
  page: Page,
  api: ApiReader,
  query: QueryOf<typeof readFinancialReport>,
): Promise<WholeReport> {
  const report = assertWholeReport(await api.read(readFinancialReport, query));
  await reportPage(page).verdict.click();
  for (const [title, lines] of Object.entries(statementLines(report))) {
    const table = reportPage(page).section(title);
    await expect.poll(() => readLines(table), title).toEqual(lines);
  }
  await expectGroups(page, api, report);
  return report;
}

/** Turnover by group without VAT. */
async function expectGroups(page: Page, api: ApiReader, { turnover_by_group: groups }: WholeReport): Promise<void> {
  const table = reportPage(page).groups;
  await expect.poll(() => readLines(table)).toEqual(groupLines(groups));
  const { data: all } = await api.read(listShops);
  const short = createShopNameShortener(all.map(({ title }) => title));
  const shops = columnsOf(groups).map(({ title }) => short(title));
  expect((await readTable(table)).headings).toEqual([words.terms.group, ...shops, words.terms.total]);
}

/** A label and the figures of a line of the statement, as the window shows them. */
type Line = readonly string[];

const texts = DUTCH.report;

const { items, sides } = REPORT_LABELS.nl;

/** Notes on methods of the demo shop whose names are ambiguous. */
const METHOD_NOTES: Readonly<Record<string, string>> = {
  klarna: ` ${DUTCH.figures.methodNote.payLater}`,
  payment_balance: ` ${DUTCH.figures.methodNote.balance}`,
  returns: ` ${DUTCH.figures.methodNote.returns}`,
};

/** Every line of the sections that are lists, by the title of the section. */
function statementLines(report: WholeReport): Readonly<Record<string, readonly Line[]>> {
  return {
    [texts.revenue.title]: [...revenueLines(report.revenue), ...receivedLines(report)],
    [texts.direct.title]: directLines(report.direct_paid),
    [texts.notPaid.title]: notPaidLines(report.not_paid_now),
    [texts.checks.title]: checkLines(report.checks),
  };
}

/** The shops beside the total; a single shop would repeat the total. */
function columnsOf({ shops }: WholeReport['turnover_by_group']) {
  return shops.length === 1 ? [] : shops;
}

/** One column for each shop, and totals on both edges. */
function groupLines(groups: WholeReport['turnover_by_group']): readonly Line[] {
  const shops = (values: typeof groups.shop_totals) =>
    columnsOf(groups).map(({ shop_id }) => amountText(values.find((value) => value.shop_id === shop_id)?.value ?? 0));
  return [
    ...groups.rows.map((row) => [
      row.product_group_id === null ? items.differences : `${row.product_group_code}${row.title}`,
      ...shops(row.shops),
      amountText(row.total),
    ]),
    [DUTCH.terms.total, ...shops(groups.shop_totals), amountText(groups.total)],
  ];
}

function revenueLines(revenue: WholeReport['revenue']): readonly Line[] {
  const { margin, non_revenue: other } = revenue;
  const { percentage } = margin;
  return [
    both(items.sales, revenue.total_sales, revenue.total_sales_wt),
    both(items.returns, -revenue.total_returns, -revenue.total_returns_wt),
    both(items.differences, -revenue.total_differences, -revenue.total_differences_wt),
    both(items.turnover, revenue.total_turnover, revenue.total_turnover_wt),
    [items.costOfGoodsSold, amountText(-assertKnown(revenue.total_cost_of_goods_sold)), '', ''],
    [items.margin, amountText(assertKnown(margin.value)), '', ''],
    ...(percentage === null ? [] : [[texts.revenue.marginPercentage, `${amountText(percentage)}%`, '', '']]),
    [items.giftCards, amountText(other.gift_cards)],
    [items.tips, amountText(other.tips)],
    [items.paymentsOnInvoice, amountText(other.payments_on_invoice)],
    [items.prepayments, amountText(other.prepayments)],
    [items.nonRevenue, amountText(other.total)],
  ];
}

/** The turnover, and why it differs from what the payment methods received. */
function receivedLines({ revenue, not_paid_now: open, direct_paid: direct }: WholeReport): readonly Line[] {
  const { expected_total: expected, payments_total: received } = direct.balance_check;
  return [
    [items.turnover, amountText(revenue.total_turnover_wt)],
    [items.notRevenue, amountText(revenue.non_revenue.total)],
    [items.notPaid, amountText(-open.total_wt)],
    [items.settled, amountText(-open.settled_since.total_wt)],
    [items.expected, amountText(expected)],
    [items.methodsTotal, amountText(received)],
  ];
}

function directLines(direct: WholeReport['direct_paid']): readonly Line[] {
  const { balance_check: check } = direct;
  return [
    ...rateLines(direct.rates),
    both(items.differences, -direct.differences, -direct.differences),
    both(items.notRevenue, direct.non_revenue, direct.non_revenue),
    both(items.directTotal, direct.total, direct.total_wt),
    ...direct.payment_methods.map(({ title, type_alias, amount }) => [
      `${title}${METHOD_NOTES[type_alias] ?? ''}`,
      amountText(amount),
    ]),
    [items.methodsTotal, amountText(check.payments_total)],
    [items.directTotal, amountText(check.expected_total)],
    [`${items.difference}: ${sides.balanced}`, amountText(check.difference)],
  ];
}

function notPaidLines(open: WholeReport['not_paid_now']): readonly Line[] {
  const { settled_since: settled } = open;
  return [
    ...rateLines(open.rates),
    both(items.notPaidTotal, open.total, open.total_wt),
    ...rateLines(settled.rates),
    both(items.settledTotal, settled.total, settled.total_wt),
  ];
}

function checkLines(checks: WholeReport['checks']): readonly Line[] {
  return checks.map(({ name, left, right, difference, holds }) => [
    `${holds ? texts.checks.holds : texts.checks.fails}: ${texts.checks.name[name]}`,
    amountText(left),
    amountText(right),
    amountText(difference),
  ]);
}

function rateLines(rates: readonly ReportRate[]): readonly Line[] {
  const isForeign = ({ country_iso2 }: ReportRate) => Number(country_iso2 !== 'NL');
  const dutchFirst = rates.toSorted((one, other) => isForeign(one) - isForeign(other));
  return dutchFirst.map(({ name, value, country_iso2, base, tax, total_wt }) => [
    // As shown: a non-breaking space keeps the sign on the line.
    `${formatRateName({ name, value }, 'nl')} ${country_iso2}`.replaceAll('\u00a0', ' '),
    amountText(base),
    amountText(tax),
    amountText(total_wt),
  ]);
}

function both(label: string, exVat: number, inclVat: number): Line {
  const vat = (Math.round(inclVat * 10_000) - Math.round(exVat * 10_000)) / 10_000;
  return [label, amountText(exVat), amountText(vat), amountText(inclVat)];
}
