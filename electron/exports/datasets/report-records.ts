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
import { calculateVat, type Figures } from './report-rows.ts';

/** The ids of a row, with the names of the API. */
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

export type ReportRecord = ReturnType<typeof createRecord> & { readonly isVolatile?: true };

interface Cells extends Figures, Ids {
  readonly detail?: string | null;
  readonly vat?: number | null;
}

/**
 * What programs get instead of the rows for people: `section` and `item` are the path of a figure in the API, with its
 * ids and its sign there. Sections that the API lacks are computed as for people: `turnover_to_received`, `vat_return`
 * and `vat_return.declared`. `isWholeCompany`: no location or shop is chosen.
 */
export function createReportRecords(report: FinancialReport, isWholeCompany: boolean): ReportRecord[] {
  const lines = createReportLines(report);
  const listLines = (sections: readonly FigureSection[]) =>
    lines.filter(({ definition }) => sections.includes(definition.section));
  return [
    ...createHeadRecords(report),
    ...createFigureRecords(report, listLines(SECTIONS_BEFORE_DECLARED)),
    ...(isWholeCompany ? createDeclaredRecords(report) : []),
    ...createFigureRecords(report, listLines(SECTIONS_AFTER_DECLARED)),
    ...report.checks.flatMap(({ name, left, right, difference, holds }) => {
      const side = (of: string, amount: number) =>
        createRecord('checks', `${name}.${of}`, name.endsWith('_ex') ? { value: amount } : { value_wt: amount });
      return [
        ...[side('left', left), side('right', right), side('difference', difference)],
        createRecord('checks', `${name}.holds`, { detail: String(holds) }),
      ];
    }),
  ];
}

/** The records that can be compared with another report: without its head, the shops of a group and the checks. */
export function listComparableRecords(report: FinancialReport): ReportRecord[] {
  const excluded = new Set(['report', 'direct_paid.balance_check', 'vat_return.declared', 'checks']);
  return createReportRecords(report, true).filter(
    ({ section, item }) => !excluded.has(section) && item !== 'rows.shops',
  );
}

/** The sections that the platform does not know. Each has one record, with empty figures. */
export function listUnknownSections(report: FinancialReport): readonly string[] {
  const sections = ['direct_paid', 'not_paid_now', 'turnover_by_group'] as const;
  const unknown = sections.filter((section) => report[section] === null);
  return calculateVatReturn(report) === null ? [...unknown, 'vat_return'] : unknown;
}

/** The counts of the day, and the report's figures on its page. */
export function createClosingRecords(closing: DayClosing) {
  const { report } = closing;
  const createCount = (item: string, count: number | null, cells: Cells = {}) => ({
    ...createRecord('day_closing', item, cells),
    count,
  });
  const createText = (item: string, detail: string | null) => createCount(item, null, { detail });
  return [
    createText('date', closing.date),
    createText('is_provisional', String(isDayInProgress(closing))),
    createCount('orders', closing.orders),
    createCount('returns', closing.returns),
    createCount('discounted_orders', closing.discounted_orders),
    createCount('discount_value_wt', null, { value_wt: closing.discount_value_wt }),
    createCount('uncounted_orders', closing.uncounted_orders),
    createCount('uncounted_value_wt', null, { value_wt: closing.uncounted_value_wt }),
    createText('first_order_number', closing.first_order_number),
    createText('last_order_number', closing.last_order_number),
    createCount('checks_that_need_attention', verifyChecks(report).filter(needsAttention).length),
    ...listComparableRecords(report)
      .filter(({ section, item }) => CLOSING.has(section) || CLOSING.has(`${section}.${item}`))
      .map((row) => ({ ...row, count: null })),
  ];
}

const CLOSING = new Set([
  ...['revenue.total_sales', 'revenue.total_returns', 'revenue.total_differences', 'revenue.total_turnover'],
  ...['turnover_to_received', 'direct_paid.payment_methods', 'vat_return'],
  ...['turnover_by_group.shop_totals', 'turnover_by_group.total'],
]);

function createHeadRecords(report: FinancialReport): ReportRecord[] {
  const { from, to, location_id, shop_id, currency, generated_at } = report;
  return [
    createRecord('report', 'from', { detail: from }),
    createRecord('report', 'to', { detail: to }),
    createRecord('report', 'location_id', { location_id }),
    createRecord('report', 'shop_id', { shop_id }),
    ...(report.shops ?? []).map(({ shop_id: id, title }) =>
      createRecord('report', 'shops', { shop_id: id, detail: title }),
    ),
    createRecord('report', 'currency', { detail: currency }),
    { ...createRecord('report', 'generated_at', { detail: generated_at }), isVolatile: true },
    ...report.unknown.map((name) => ({
      ...createRecord('report', 'unknown', { detail: name }),
      key: `unknown ${name}`,
    })),
  ];
}

/**
 * The figures with the names and signs of the API. The steps to what was received are signed so that they add up from
 * top to bottom.
 */
function createFigureRecords(report: FinancialReport, lines: readonly FigureLine[]): ReportRecord[] {
  return lines.flatMap((line) => {
    const { name, definition, ids, title, rate, box } = line;
    const { record: named, isNegated } = definition;
    // An unknown section has only one record.
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
    const figure = createRecord(section, box ? `${box}.${item}` : item, cells);
    if (name !== 'balance') return [figure];
    const isBalanced = report.direct_paid?.balance_check.is_balanced;
    return [figure, createRecord(section, 'is_balanced', { detail: String(isBalanced) })];
  });
}

const TITLED = { method: true, group: true, groupShop: true, shop: true };

/** The amounts for the Dutch VAT return, in whole euros. */
function createDeclaredRecords(report: FinancialReport): ReportRecord[] {
  const vat = calculateVatReturn(report);
  if (vat === null) return [];
  const declared = (item: string, value: number | null, tax: number | null) =>
    createRecord('vat_return.declared', item, { value, vat: tax });
  return [
    ...vat.boxes.flatMap(({ box, declared: filledIn }) =>
      filledIn === null ? [] : [declared(box, filledIn.base, box === '1e' ? null : filledIn.tax)],
    ),
    declared('total', null, vat.declaredTax),
  ];
}

/** Its key consists of its path and its ids. */
function createRecord(section: string, item: string, { detail = null, ...cells }: Cells) {
  const { value = null, value_wt = null, percentage = null, vat = calculateVat(value, value_wt), ...ids } = cells;
  const named: Readonly<Record<keyof Ids, number | string | null>> = { ...NO_IDS, ...ids };
  const figures = { value, vat, value_wt, percentage };
  return { key: [section, item, ...Object.values(named)].join('\u001f'), section, item, detail, ...named, ...figures };
}
