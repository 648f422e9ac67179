import type { FinancialReport, UnknownFigure } from '../../shared/contract/financial-report.ts';
import { calculateReceived } from '../../shared/day-closing.ts';
import { type Amount, fromEuros, toEuros } from '../../shared/money.ts';
import type { FigureCalculation, FigureName } from '../../shared/report-figures.ts';
import { createReportLines, type FigureLine } from '../../shared/report-lines.ts';
import { calculateVatReturn, isRestWithin } from '../../shared/vat-return.ts';
import type { Address } from './address/address.ts';
import {
  type FigureSide,
  getGroupRows,
  getItemRowsAddress,
  getPaymentRowsAddress,
  getReportScope,
  type ItemFilters,
} from './address/figure-rows.ts';

/* The lines of the shared report as pages show them: each figure has the address of its rows. */

/** Euros with the sign that the page shows, and either the rows that add up to them or how they are calculated. */
export interface KnownFigure {
  readonly euros: number;
  /** `null` if the platform has no rows for the figure. */
  readonly rows: Address | null;
  readonly making?: FigureCalculation;
}

/** A figure of the line that the platform does not know. */
interface UnknownReportFigure {
  readonly euros: null;
  readonly rows: null;
  readonly making?: never;
  readonly unknown: UnknownFigure;
}

export type ReportFigure = KnownFigure | UnknownReportFigure;

/** A line of the statement without its label. A figure is `null`, which is not 0, if the line does not have it. */
export interface ReportLine {
  /** Equal for the same line in another report. */
  readonly key: string;
  readonly exVat: ReportFigure | null;
  readonly vat: ReportFigure | null;
  readonly inclVat: ReportFigure | null;
  /** The parts of a total that it does not include because the platform does not know them. */
  readonly without: readonly UnknownFigure[];
}

export function createCalculatedFigure(euros: number, making: FigureCalculation): KnownFigure {
  return { euros, rows: null, making };
}

type Sides = Partial<Pick<ReportLine, 'exVat' | 'vat' | 'inclVat'>>;

export function createLine(key: string, figures: Partial<Omit<ReportLine, 'key'>>): ReportLine {
  return { key, exVat: null, vat: null, inclVat: null, without: [], ...figures };
}

function createUnknownFigure(unknown: UnknownFigure): UnknownReportFigure {
  return { euros: null, rows: null, unknown };
}

/** Sections whose figures have no VAT, or have only an amount including VAT. */
const INCL_VAT_ONLY: ReadonlySet<string> = new Set(['nonRevenue', 'fromTurnover', 'paymentMethods']);

/** Converts a line of the shared definition and adds what its figures open. */
export function toLine(report: FinancialReport, line: FigureLine): ReportLine {
  const { key, definition, ex, unknown, without } = line;
  const { section, paths, calculation } = definition;
  const hasEx = !INCL_VAT_ONLY.has(section);
  const hasWt = paths.ex === undefined || paths.wt !== undefined;
  if (unknown !== null) {
    const isVatShown = hasEx && hasWt && (calculation === undefined || section === 'vatReturn');
    return createLine(key, {
      ...(hasEx && { exVat: createUnknownFigure(unknown) }),
      ...(isVatShown && { vat: createUnknownFigure(unknown) }),
      ...(hasWt && { inclVat: createUnknownFigure(unknown) }),
      without,
    });
  }
  return createLine(key, {
    ...(hasEx && ex !== null && { exVat: getFigure(report, line, 'ex', ex) }),
    ...(hasWt && getInclVat(report, line, hasEx)),
    without,
  });
}

/** The figure including VAT, and the VAT. Both are unknown if the platform gives revenue only without VAT. */
function getInclVat(report: FinancialReport, line: FigureLine, hasEx: boolean): Sides {
  const { ex, wt, tax, definition } = line;
  if (wt === null) return { vat: createUnknownFigure('revenue_wt'), inclVat: createUnknownFigure('revenue_wt') };
  const inclVat = getFigure(report, line, 'wt', wt);
  if (!hasEx || ex === null) return { inclVat };
  if (definition.calculation !== undefined)
    return { inclVat, ...(tax !== null && { vat: createCalculatedFigure(tax, 'vat') }) };
  // Both are sums of the same rows, so the difference is exact. A VAT of 0, as at the rate of 0, has no rows to open.
  const vat = tax ?? toEuros(fromEuros(wt) - fromEuros(ex));
  return { inclVat, vat: vat === 0 ? createCalculatedFigure(vat, 'vat') : getFigure(report, line, 'vat', vat) };
}

/** The rows are limited to the days, locations and shops of the report. */
function getFigure(report: FinancialReport, line: FigureLine, side: FigureSide, euros: number): KnownFigure {
  const { rowsName, rows, calculation, isNegated } = line.definition;
  const [behind] = rows;
  if (calculation !== undefined || behind === undefined)
    return createCalculatedFigure(euros, calculation ?? 'sumOfLines');
  const scope = getReportScope(report);
  const { provider_method_type_id, tax_rate_id, product_group_id, shop_id } = line.ids;
  if (behind.list === 'payments' || rowsName === undefined) {
    const filters = provider_method_type_id === undefined ? {} : { provider_method_type_id };
    return { euros, rows: getPaymentRowsAddress({ amount: euros }, { ...scope, ...filters }) };
  }
  const named =
    product_group_id === undefined
      ? { figure: rowsName, filters: behind.filters as Omit<ItemFilters, 'from'> }
      : getGroupRows(product_group_id);
  const filters = {
    ...named.filters,
    ...(tax_rate_id !== undefined && { tax_rate_id }),
    ...(shop_id !== undefined && { shop_id: [shop_id] }),
  };
  const opened = {
    ...{ figure: named.figure, side: behind.sum === 'cost' ? ('cost' as const) : side, amount: euros },
    ...(behind.sign === (isNegated ? 1 : -1) && { isNegated: true }),
  };
  return { euros, rows: getItemRowsAddress(opened, { ...scope, ...filters }) };
}

/** Lines of a report by the names that a section of the page uses. */
export function getLines<Name extends string>(
  report: FinancialReport,
  names: Readonly<Record<Name, FigureName>>,
): Record<Name, ReportLine> {
  const lines = new Map(createReportLines(report).map((line) => [line.name, line]));
  const entries = Object.entries<FigureName>(names).map(([key, name]) => {
    const line = lines.get(name);
    if (line === undefined) throw new TypeError(`the report has no line ${name}`);
    return [key, toLine(report, line)];
  });
  return Object.fromEntries(entries) as Record<Name, ReportLine>;
}

/** Whether the line is a difference that should be 0. `maxFigureError` as in `checkReport`. */
export function isLineOff(report: FinancialReport, { name, isBalanced }: FigureLine, maxFigureError: Amount): boolean {
  if (name === 'receivedDifference') return calculateReceived(report, maxFigureError).holds === false;
  const vat = name === 'vatRest' ? calculateVatReturn(report) : null;
  return isBalanced === false || (vat !== null && !isRestWithin(vat, maxFigureError));
}

/** The VAT of a line, as given or as the difference of its two amounts; `null` if the line does not have both. */
export function getVat({ exVat, vat, inclVat }: ReportLine): ReportFigure | null {
  if (vat !== null || typeof exVat?.euros !== 'number' || typeof inclVat?.euros !== 'number') return vat;
  return createCalculatedFigure(toEuros(fromEuros(inclVat.euros) - fromEuros(exVat.euros)), 'vat');
}
