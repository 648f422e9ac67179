import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { isDayInProgress } from '../../../shared/day-closing.ts';
import { needsAttention, verifyChecks } from '../../../shared/report-checks.ts';
import {
  type FigureSection,
  SECTIONS_AFTER_DECLARED,
  SECTIONS_BEFORE_DECLARED,
} from '../../../shared/report-figures.ts';
import { createReportLines, type FigureLine } from '../../../shared/report-lines.ts';
import { calculateVatReturn } from '../../../shared/vat-return.ts';
import { type Figures, vatOf } from './report-rows.ts';

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
  const lines = createReportLines(report);
  const linesOf = (sections: readonly FigureSection[]) =>
    lines.filter(({ definition }) => sections.includes(definition.section));
  return [
    ...headRecords(report),
    ...figureRecords(report, linesOf(SECTIONS_BEFORE_DECLARED)),
    ...(isOfAll ? declaredRecords(report) : []),
    ...figureRecords(report, linesOf(SECTIONS_AFTER_DECLARED)),
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
  return calculateVatReturn(report) === null ? [...unknown, 'vat_return'] : unknown;
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
    text('is_provisional', String(isDayInProgress(closing))),
    counted('orders', closing.orders),
    counted('returns', closing.returns),
    counted('discounted_orders', closing.discounted_orders),
    counted('discount_value_wt', null, { value_wt: closing.discount_value_wt }),
    counted('uncounted_orders', closing.uncounted_orders),
    counted('uncounted_value_wt', null, { value_wt: closing.uncounted_value_wt }),
    text('first_order_number', closing.first_order_number),
    text('last_order_number', closing.last_order_number),
    counted('checks_that_need_attention', verifyChecks(report).filter(needsAttention).length),
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

/** The figures as the API names and signs them; the steps to what was received have the sign of a sum from top to bottom. */
function figureRecords(report: FinancialReport, lines: readonly FigureLine[]): ReportRecord[] {
  return lines.flatMap((line) => {
    const { name, definition, ids, title, rate, box } = line;
    const { record: named, isNegated } = definition;
    // A section that is not known has one record.
    if (named === null || (line.isOfUnknown && name === 'methodsTotal')) return [];
    const [section, item] = named;
    const signed = (euros: number | null) => (euros !== null && isNegated ? -euros : euros);
    const cells = {
      ...ids,
      detail: rate?.name ?? (title === '' && !(name in TITLED) ? null : title),
      ...{ value: signed(line.ex), value_wt: signed(line.wt) },
      ...(rate && { vat: rate.tax }),
      percentage: name === 'methodsTotal' ? null : line.percentage,
    };
    const figure = record(section, box ? `${box}.${item}` : item, cells);
    if (name !== 'balance') return [figure];
    const isBalanced = report.direct_paid?.balance_check.is_balanced;
    return [figure, record(section, 'is_balanced', { detail: String(isBalanced) })];
  });
}

const TITLED = { method: true, group: true, groupShop: true, shop: true };

/** What to fill in in the Dutch VAT return, in whole euros. */
function declaredRecords(report: FinancialReport): ReportRecord[] {
  const vat = calculateVatReturn(report);
  if (vat === null) return [];
  const declared = (item: string, value: number | null, tax: number | null) =>
    record('vat_return.declared', item, { value, vat: tax });
  return [
    ...vat.boxes.flatMap(({ box, declared: filledIn }) =>
      filledIn === null ? [] : [declared(box, filledIn.base, box === '1e' ? null : filledIn.tax)],
    ),
    declared('total', null, vat.declaredTax),
  ];
}

/** Its key is its path and its ids. */
function record(section: string, item: string, { detail = null, ...cells }: Cells) {
  const { value = null, value_wt = null, percentage = null, vat = vatOf(value, value_wt), ...ids } = cells;
  const named: Readonly<Record<keyof Ids, number | string | null>> = { ...NO_IDS, ...ids };
  const figures = { value, vat, value_wt, percentage };
  return { key: [section, item, ...Object.values(named)].join('\u001f'), section, item, detail, ...named, ...figures };
}
