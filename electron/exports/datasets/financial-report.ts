import type { FinancialReport, ReportRate } from '../../../shared/contract/financial-report.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { fromEuros, percentageOf, toEuros } from '../../../shared/money.ts';
import type { ExportRow } from '../dataset.ts';
import { reportDataset } from './filters.ts';
import { REPORT_LABELS, type ReportLabels } from './financial-report-labels.ts';

type ReportColumn = ColumnsOf<typeof financialReport>;

export const financialReportSource = reportDataset('financial', financialReport, (report, place, language) =>
  reportRows(report, place, REPORT_LABELS[language]),
);

type ReportRow = ExportRow<ReportColumn>;

/** `keyDetail` is in its key instead of its detail, where that changes with the figures. */
type Row = Omit<ReportRow, 'key'> & { readonly keyDetail?: string };

const DIFFERENCE = 'difference';

/** Figures of a row, in euros; what is left out is an empty cell. */
interface Figures {
  readonly value?: number;
  readonly value_wt?: number;
  readonly percentage?: number | null;
}

/** Signs are those of a sum from top to bottom: returns, costs and what rounding took off are negative. */
export function reportRows(report: FinancialReport, place: string, words: ReportLabels): ReportRow[] {
  return keyed([
    ...headRows(report, place, words),
    ...revenueRows(report.revenue, words),
    ...directPaidRows(report.direct_paid, words),
    ...notPaidRows(report.not_paid_now, words),
    ...groupRows(report.turnover_by_group, words),
    ...checkRows(report.checks, words),
  ]);
}

/** The key of a row is its texts, and a number where they occur again. */
function keyed(rows: readonly Row[]): ReportRow[] {
  const seen = new Map<string, number>();
  return rows.map(({ keyDetail, ...row }) => {
    const texts = [row.section, row.item, keyDetail ?? row.detail].join('\u001f');
    const times = seen.get(texts) ?? 0;
    seen.set(texts, times + 1);
    return { ...row, key: times === 0 ? texts : `${texts}\u001f${times}` };
  });
}

function headRows(report: FinancialReport, place: string, { sections, items }: ReportLabels): Row[] {
  const head = (item: string, detail: string) => row(sections.report, item, detail, {});
  return [
    head(items.from, report.from),
    head(items.to, report.to),
    head(items.location, place),
    ...report.shops.map(({ title }) => head(items.shop, title)),
    head(items.currency, report.currency),
    { ...head(items.generatedAt, report.generated_at), keyDetail: 'moment', isVolatile: true },
  ];
}

function revenueRows(revenue: FinancialReport['revenue'], { sections, items }: ReportLabels): Row[] {
  const figure = (item: string, figures: Figures) => row(sections.revenue, item, '', figures);
  const { margin, non_revenue } = revenue;
  return [
    figure(items.sales, both(revenue.total_sales, revenue.total_sales_wt)),
    figure(items.returns, both(-revenue.total_returns, -revenue.total_returns_wt)),
    figure(items.differences, both(-revenue.total_differences, -revenue.total_differences_wt)),
    figure(items.turnover, both(revenue.total_turnover, revenue.total_turnover_wt)),
    figure(items.costOfGoodsSold, { value: -revenue.total_cost_of_goods_sold }),
    figure(items.margin, margin),
    figure(items.giftCards, untaxed(non_revenue.gift_cards)),
    figure(items.tips, untaxed(non_revenue.tips)),
    figure(items.paymentsOnInvoice, untaxed(non_revenue.payments_on_invoice)),
    figure(items.prepayments, untaxed(non_revenue.prepayments)),
    figure(items.nonRevenue, untaxed(non_revenue.total)),
  ];
}

function directPaidRows(paid: FinancialReport['direct_paid'], words: ReportLabels): Row[] {
  const { sections, items, sides } = words;
  const check = paid.balance_check;
  const method = (item: string, detail: string, value_wt: number) =>
    row(sections.paymentMethods, item, detail, { value_wt });
  return [
    ...rateRows(sections.directPaid, paid.rates, words),
    row(sections.directPaid, items.differences, '', untaxed(-paid.differences)),
    row(sections.directPaid, items.nonRevenue, '', untaxed(paid.non_revenue)),
    row(sections.directPaid, items.total, '', both(paid.total, paid.total_wt)),
    ...paid.payment_methods.map(({ title, type_alias, amount }) => ({
      ...method(title, type_alias, amount),
      percentage: share(amount, check.payments_total),
    })),
    method(items.balanceCheck, sides.paid, check.payments_total),
    method(items.balanceCheck, sides.expected, check.expected_total),
    { ...method(items.balanceCheck, sideOf(sides, check.is_balanced), check.difference), keyDetail: DIFFERENCE },
  ];
}

function notPaidRows(open: FinancialReport['not_paid_now'], words: ReportLabels): Row[] {
  const { sections, items } = words;
  const settled = open.settled_since;
  return [
    ...rateRows(sections.notPaidNow, open.rates, words),
    row(sections.notPaidNow, items.total, '', both(open.total, open.total_wt)),
    ...rateRows(sections.settledSince, settled.rates, words),
    row(sections.settledSince, items.total, '', both(settled.total, settled.total_wt)),
  ];
}

function groupRows(groups: FinancialReport['turnover_by_group'], words: ReportLabels): Row[] {
  const { sections, items } = words;
  const titles = new Map(groups.shops.map(({ shop_id, title }) => [shop_id, title]));
  const shopTitle = (shopId: number) => titles.get(shopId) ?? String(shopId);
  const part = (total: number, total_wt: number): Figures => ({
    ...both(total, total_wt),
    percentage: share(total, groups.total),
  });
  return [
    ...groups.rows.map(({ title, product_group_code, total, total_wt }) =>
      row(sections.groups, title, product_group_code ?? '', part(total, total_wt)),
    ),
    row(sections.groups, items.total, '', both(groups.total, groups.total_wt)),
    ...groups.rows.flatMap(({ title, product_group_code, shops }) =>
      shops.map(({ shop_id, value, value_wt }) => {
        const group = product_group_code === null ? title : `${product_group_code} ${title}`;
        return row(sections.groupShops, group, shopTitle(shop_id), both(value, value_wt));
      }),
    ),
    ...groups.shop_totals.map(({ shop_id, value, value_wt }) =>
      row(sections.shops, items.total, shopTitle(shop_id), part(value, value_wt)),
    ),
  ];
}

function checkRows(checks: FinancialReport['checks'], { sections, sides, checks: names }: ReportLabels): Row[] {
  return checks.flatMap(({ name, left, right, difference, holds }) => {
    const side = (detail: string, amount: number) =>
      row(sections.checks, names[name], detail, name.endsWith('_ex') ? { value: amount } : { value_wt: amount });
    return [
      side(sides.left, left),
      side(sides.right, right),
      { ...side(sideOf(sides, holds), difference), keyDetail: DIFFERENCE },
    ];
  });
}

function sideOf(sides: ReportLabels['sides'], holds: boolean): string {
  return holds ? sides.holds : sides.differs;
}

function rateRows(section: string, rates: readonly ReportRate[], { items }: ReportLabels): Row[] {
  return rates.map(({ name, country_iso2, value, base, tax, total_wt }) => {
    const figures = { value: base, value_wt: total_wt, percentage: value };
    return { ...row(section, items.rate, `${country_iso2} ${name}`, figures), vat: tax };
  });
}

function row(section: string, item: string, detail: string, figures: Figures): Row {
  const { value = null, value_wt = null, percentage = null } = figures;
  const vat = value === null || value_wt === null ? null : toEuros(fromEuros(value_wt) - fromEuros(value));
  return { section, item, detail, value, vat, value_wt, percentage };
}

function both(value: number, value_wt: number): Figures {
  return { value, value_wt };
}

/** An amount on which there is no VAT. */
function untaxed(amount: number): Figures {
  return both(amount, amount);
}

function share(part: number, whole: number): number | null {
  return percentageOf(fromEuros(part), fromEuros(whole));
}
