import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { FinancialReport, ReportRate, WholeReport } from '../../../shared/contract/financial-report.ts';
import { isDayUnderWay, receivedOf } from '../../../shared/day-closing.ts';
import { checkVerdicts, needsAttention } from '../../../shared/report-checks.ts';
import { knownFigure } from '../../../shared/unknown-figures.ts';
import { vatReturn } from '../../../shared/vat-return.ts';
import { type Figures, share, untaxed, vatOf } from './report-rows.ts';

/** The ids of a row, by the names of the API. */
export const NO_IDS = {
  location_id: null,
  shop_id: null,
  tax_rate_id: null,
  product_group_id: null,
  product_group_code: null,
  provider_method_type_id: null,
  type_alias: null,
} as const;

type Ids = Partial<Readonly<Record<keyof typeof NO_IDS, number | string | null>>>;

export type ReportRecord = ReturnType<typeof record> & { readonly isVolatile?: true };

interface Cells extends Figures, Ids {
  readonly detail?: string | null;
  readonly vat?: number | null;
}

/**
 * What programs have instead of the rows for people: `section` and `item` are the path of a figure in the API, with its
 * ids, and its sign there. Sections that the API does not have are computed as for people: `turnover_to_received`,
 * `vat_return` and `vat_return.declared`. `isOfAll`: no location or shop is chosen.
 */
export function reportRecords(report: FinancialReport, isOfAll: boolean): ReportRecord[] {
  return [
    ...headRecords(report),
    ...revenueRecords(report),
    ...receivedRecords(report),
    ...directPaidRecords(report),
    ...notPaidRecords(report),
    ...vatRecords(report, isOfAll),
    ...groupRecords(report),
    ...report.checks.flatMap(({ name, left, right, difference, holds }) => {
      const side = (of: string, amount: number) =>
        record('checks', `${name}.${of}`, name.endsWith('_ex') ? { value: amount } : { value_wt: amount });
      return [
        ...[side('left', left), side('right', right), side('difference', difference)],
        record('checks', `${name}.holds`, { detail: String(holds) }),
      ];
    }),
  ];
}

/** What is compared with another report: not its head, the shops of a group, nor whether figures agree. */
export function comparableRecords(report: FinancialReport): ReportRecord[] {
  const left = new Set(['report', 'direct_paid.balance_check', 'vat_return.declared', 'checks']);
  return reportRecords(report, true).filter(({ section, item }) => !left.has(section) && item !== 'rows.shops');
}

/** The sections that the platform does not know: of these there is one record, with empty figures. */
export function unknownRecordSections(report: FinancialReport): readonly string[] {
  const sections = ['direct_paid', 'not_paid_now', 'turnover_by_group'] as const;
  const unknown = sections.filter((section) => report[section] === null);
  return vatReturn(report) === null ? [...unknown, 'vat_return'] : unknown;
}

/** The counts of the day, and what its page shows of the report. */
export function closingRecords(closing: DayClosing) {
  const { report } = closing;
  const counted = (item: string, count: number | null, cells: Cells = {}) => ({
    ...record('day_closing', item, cells),
    count,
  });
  const text = (item: string, detail: string | null) => counted(item, null, { detail });
  return [
    text('date', closing.date),
    text('is_provisional', String(isDayUnderWay(closing))),
    counted('orders', closing.orders),
    counted('returns', closing.returns),
    counted('discounted_orders', closing.discounted_orders),
    counted('discount_value_wt', null, { value_wt: closing.discount_value_wt }),
    counted('uncounted_orders', closing.uncounted_orders),
    counted('uncounted_value_wt', null, { value_wt: closing.uncounted_value_wt }),
    text('first_order_number', closing.first_order_number),
    text('last_order_number', closing.last_order_number),
    counted('checks_that_need_attention', checkVerdicts(report).filter(needsAttention).length),
    ...comparableRecords(report)
      .filter(({ section, item }) => CLOSING.has(section) || CLOSING.has(`${section}.${item}`))
      .map((row) => ({ ...row, count: null })),
  ];
}

const CLOSING = new Set([
  ...['revenue.total_sales', 'revenue.total_returns', 'revenue.total_differences', 'revenue.total_turnover'],
  ...['turnover_to_received', 'direct_paid.payment_methods', 'vat_return'],
  ...['turnover_by_group.shop_totals', 'turnover_by_group.total'],
]);

function headRecords(report: FinancialReport): ReportRecord[] {
  const { from, to, location_id, shop_id, currency, generated_at } = report;
  return [
    record('report', 'from', { detail: from }),
    record('report', 'to', { detail: to }),
    record('report', 'location_id', { location_id }),
    record('report', 'shop_id', { shop_id }),
    ...(report.shops ?? []).map(({ shop_id: id, title }) => record('report', 'shops', { shop_id: id, detail: title })),
    record('report', 'currency', { detail: currency }),
    { ...record('report', 'generated_at', { detail: generated_at }), isVolatile: true },
    ...report.unknown.map((name) => ({ ...record('report', 'unknown', { detail: name }), key: `unknown ${name}` })),
  ];
}

function revenueRecords(report: FinancialReport): ReportRecord[] {
  const { revenue } = report;
  const figure = (item: string, figures: Figures) => record('revenue', item, figures);
  const { total_cost_of_goods_sold: cost, margin, non_revenue } = revenue;
  const other = (item: keyof WholeReport['revenue']['non_revenue']) =>
    record('revenue.non_revenue', item, non_revenue === null ? {} : untaxed(non_revenue[item]));
  const unlessUnknown = (item: 'tips' | 'payments_on_invoice' | 'prepayments') =>
    knownFigure(report, item, other(item)) ?? record('revenue.non_revenue', item, {});
  const differences = { value: revenue.total_differences, value_wt: revenue.total_differences_wt };
  return [
    figure('total_sales', { value: revenue.total_sales, value_wt: revenue.total_sales_wt }),
    figure('total_returns', { value: revenue.total_returns, value_wt: revenue.total_returns_wt }),
    figure('total_differences', knownFigure(report, 'differences', differences) ?? {}),
    figure('total_turnover', { value: revenue.total_turnover, value_wt: revenue.total_turnover_wt }),
    figure('total_cost_of_goods_sold', { value: knownFigure(report, 'cost', cost) }),
    figure('margin', knownFigure(report, 'cost', margin) ?? {}),
    ...[other('gift_cards'), unlessUnknown('tips'), unlessUnknown('payments_on_invoice')],
    ...[unlessUnknown('prepayments'), other('other'), other('total')],
  ];
}

/** How the turnover comes to what was received: each step with the sign of a sum from top to bottom. */
function receivedRecords(report: FinancialReport): ReportRecord[] {
  const { turnover, onAccount, expected, received, difference } = receivedOf(report);
  const step = (item: string, value_wt: number | null) => record('turnover_to_received', item, { value_wt });
  const [notPaid, settled] = onAccount;
  return [
    step('total_turnover', turnover),
    step('non_revenue', report.revenue.non_revenue?.total ?? null),
    ...[step('not_paid_now', notPaid?.euros ?? null), step('settled_since', settled?.euros ?? null)],
    ...[step('expected_total', expected), step('payments_total', received), step('difference', difference)],
  ];
}

function directPaidRecords(report: FinancialReport): ReportRecord[] {
  if (report.direct_paid === null) return [record('direct_paid', 'total', {})];
  const { rates, payment_methods, balance_check: check, ...paid } = report.direct_paid;
  const direct = (item: string, cells: Cells) => record('direct_paid', item, cells);
  const balance = (item: string, cells: Cells) => record('direct_paid.balance_check', item, cells);
  return [
    ...rateRecords('direct_paid', 'rates', rates),
    direct('differences', knownFigure(report, 'differences', untaxed(paid.differences)) ?? {}),
    direct('non_revenue', untaxed(paid.non_revenue)),
    direct('total', { value: paid.total, value_wt: paid.total_wt }),
    ...payment_methods.map(({ provider_method_type_id, title, type_alias, amount }) => {
      const ids = { provider_method_type_id, type_alias };
      const percentage = share(amount, check.payments_total);
      return direct('payment_methods', { ...ids, detail: title, value_wt: amount, percentage });
    }),
    balance('payments_total', { value_wt: check.payments_total }),
    balance('expected_total', { value_wt: check.expected_total }),
    balance('difference', { value_wt: check.difference }),
    balance('is_balanced', { detail: String(check.is_balanced) }),
  ];
}

function notPaidRecords({ not_paid_now: open }: FinancialReport): ReportRecord[] {
  return (['not_paid_now', 'not_paid_now.settled_since'] as const).flatMap((section) => {
    if (open === null) return [record(section, 'total', {})];
    const { rates, total, total_wt } = section === 'not_paid_now' ? open : open.settled_since;
    return [...rateRecords(section, 'rates', rates), record(section, 'total', { value: total, value_wt: total_wt })];
  });
}

/** Each box of the Dutch VAT return by its rates, and then what to fill in, in whole euros. */
function vatRecords(report: FinancialReport, isOfAll: boolean): ReportRecord[] {
  const vat = vatReturn(report);
  if (vat === null) return [record('vat_return', 'total', {})];
  const { boxes, total, differences, rest, turnover, declaredTax } = vat;
  const line = (item: string, { base, total_wt }: typeof total) =>
    record('vat_return', item, { value: base, value_wt: total_wt });
  const declared = (item: string, value: number | null, vat: number | null) =>
    record('vat_return.declared', item, { value, vat });
  return [
    ...boxes.flatMap(({ box, rates, ...sums }) => [
      ...rateRecords('vat_return', `${box}.rates`, rates),
      line(`${box}.total`, sums),
    ]),
    line('total', total),
    knownFigure(report, 'differences', line('differences', differences)) ?? record('vat_return', 'differences', {}),
    line('rest', rest),
    line('total_turnover', turnover),
    ...(isOfAll
      ? [
          ...boxes.flatMap(({ box, declared: filledIn }) =>
            filledIn === null ? [] : [declared(box, filledIn.base, box === '1e' ? null : filledIn.tax)],
          ),
          declared('total', null, declaredTax),
        ]
      : []),
  ];
}

function groupRecords(report: FinancialReport): ReportRecord[] {
  if (report.turnover_by_group === null) return [record('turnover_by_group', 'total', {})];
  const { rows, shops, shop_totals, total, total_wt } = report.turnover_by_group;
  const titles = new Map(shops.map(({ shop_id, title }) => [shop_id, title]));
  const figure = (item: string, cells: Cells) => record('turnover_by_group', item, cells);
  const part = (value: number, value_wt: number) => ({ value, value_wt, percentage: share(value, total) });
  return [
    ...rows.flatMap(({ product_group_id, product_group_code, title, shops: values, ...sums }) => {
      const ids = { product_group_id, product_group_code };
      const isKnown = product_group_id !== null || !report.unknown.includes('differences');
      return [
        figure('rows', { ...ids, detail: title, ...(isKnown && part(sums.total, sums.total_wt)) }),
        ...values.map(({ shop_id, value, value_wt }) =>
          figure('rows.shops', { ...ids, shop_id, detail: title, ...(isKnown && { value, value_wt }) }),
        ),
      ];
    }),
    ...shop_totals.map(({ shop_id, value, value_wt }) =>
      figure('shop_totals', { shop_id, detail: titles.get(shop_id) ?? '', ...part(value, value_wt) }),
    ),
    figure('total', part(total, total_wt)),
  ];
}

function rateRecords(section: string, item: string, rates: readonly ReportRate[]): ReportRecord[] {
  return rates.map(({ tax_rate_id, name, value: percentage, base, tax, total_wt }) =>
    record(section, item, { tax_rate_id, detail: name, value: base, vat: tax, value_wt: total_wt, percentage }),
  );
}

/** Its key is its path and its ids. */
function record(section: string, item: string, { detail = null, ...cells }: Cells) {
  const { value = null, value_wt = null, percentage = null, vat = vatOf(value, value_wt), ...ids } = cells;
  const named: Readonly<Record<keyof Ids, number | string | null>> = { ...NO_IDS, ...ids };
  const figures = { value, vat, value_wt, percentage };
  return { key: [section, item, ...Object.values(named)].join('\u001f'), section, item, detail, ...named, ...figures };
}
