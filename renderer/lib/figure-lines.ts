import type { FinancialReport, UnknownFigure } from '../../shared/contract/financial-report.ts';
import { calculateReceived } from '../../shared/day-closing.ts';
import { type Amount, fromEuros, toEuros } from '../../shared/money.ts';
import type { FigureCalculation, FigureName } from '../../shared/report-figures.ts';
import { createReportLines, type FigureLine } from '../../shared/report-lines.ts';
import { calculateVatReturn, isRestWithin } from '../../shared/vat-return.ts';
import type { Address } from './address/address.ts';
import {
  type FigureSide,
  groupRows,
  type ItemFilters,
  itemRowsAddress,
  paymentRowsAddress,
  reportScope,
} from './address/figure-rows.ts';

/* The lines of the shared report as pages show them: each figure with the address of its rows. */

/** Euros with the sign that the page shows, and either the rows that sum to them or how they are calculated. */
export interface KnownFigure {
  readonly euros: number;
  /** Null where the platform gives no rows for the figure. */
  readonly rows: Address | null;
  readonly making?: FigureCalculation;
}

/** A figure that the line has and the platform does not know. */
interface NotKnownFigure {
  readonly euros: null;
  readonly rows: null;
  readonly making?: never;
  readonly unknown: UnknownFigure;
}

export type ReportFigure = KnownFigure | NotKnownFigure;

/** A line of the statement without its label. A figure that the line does not have is null, which is not 0. */
export interface ReportLine {
  /** The same for the same line of another report. */
  readonly key: string;
  readonly exVat: ReportFigure | null;
  readonly vat: ReportFigure | null;
  readonly inclVat: ReportFigure | null;
  /** Of a total: its parts that are not in it because the platform does not know them. */
  readonly without: readonly UnknownFigure[];
}

export function madeFigure(euros: number, making: FigureCalculation): KnownFigure {
  return { euros, rows: null, making };
}

type Sides = Partial<Pick<ReportLine, 'exVat' | 'vat' | 'inclVat'>>;

export function lineOf(key: string, figures: Partial<Omit<ReportLine, 'key'>>): ReportLine {
  return { key, exVat: null, vat: null, inclVat: null, without: [], ...figures };
}

function notKnown(unknown: UnknownFigure): NotKnownFigure {
  return { euros: null, rows: null, unknown };
}

/** Sections of figures that have no VAT, or are given including it alone. */
const INCL_VAT_ALONE: ReadonlySet<string> = new Set(['nonRevenue', 'fromTurnover', 'paymentMethods']);

/** The line of the shared definition with what its figures open. */
export function toLine(report: FinancialReport, line: FigureLine): ReportLine {
  const { key, definition, ex, unknown, without } = line;
  const { section, paths, calculation } = definition;
  const hasEx = !INCL_VAT_ALONE.has(section);
  const hasWt = paths.ex === undefined || paths.wt !== undefined;
  if (unknown !== null) {
    const isVatShown = hasEx && hasWt && (calculation === undefined || section === 'vatReturn');
    return lineOf(key, {
      ...(hasEx && { exVat: notKnown(unknown) }),
      ...(isVatShown && { vat: notKnown(unknown) }),
      ...(hasWt && { inclVat: notKnown(unknown) }),
      without,
    });
  }
  return lineOf(key, {
    ...(hasEx && ex !== null && { exVat: figureOf(report, line, 'ex', ex) }),
    ...(hasWt && inclVatOf(report, line, hasEx)),
    without,
  });
}

/** The VAT between and the figure including VAT; not known where the platform gives revenue excluding VAT alone. */
function inclVatOf(report: FinancialReport, line: FigureLine, hasEx: boolean): Sides {
  const { ex, wt, tax, definition } = line;
  if (wt === null) return { vat: notKnown('revenue_wt'), inclVat: notKnown('revenue_wt') };
  const inclVat = figureOf(report, line, 'wt', wt);
  if (!hasEx || ex === null) return { inclVat };
  if (definition.calculation !== undefined) return { inclVat, ...(tax !== null && { vat: madeFigure(tax, 'vat') }) };
  // Sums of the same rows, so that where two are exact all are. Of 0 there are no rows to open, such as at the rate of 0.
  const vat = tax ?? toEuros(fromEuros(wt) - fromEuros(ex));
  return { inclVat, vat: vat === 0 ? madeFigure(vat, 'vat') : figureOf(report, line, 'vat', vat) };
}

/** With the days and the places of the report. */
function figureOf(report: FinancialReport, line: FigureLine, side: FigureSide, euros: number): KnownFigure {
  const { rowsName, rows, calculation, isNegated } = line.definition;
  const [behind] = rows;
  if (calculation !== undefined || behind === undefined) return madeFigure(euros, calculation ?? 'sumOfLines');
  const scope = reportScope(report);
  const { provider_method_type_id, tax_rate_id, product_group_id, shop_id } = line.ids;
  if (behind.list === 'payments' || rowsName === undefined) {
    const filters = provider_method_type_id === undefined ? {} : { provider_method_type_id };
    return { euros, rows: paymentRowsAddress({ amount: euros }, { ...scope, ...filters }) };
  }
  const named =
    product_group_id === undefined
      ? { figure: rowsName, filters: behind.filters as Omit<ItemFilters, 'from'> }
      : groupRows(product_group_id);
  const filters = {
    ...named.filters,
    ...(tax_rate_id !== undefined && { tax_rate_id }),
    ...(shop_id !== undefined && { shop_id: [shop_id] }),
  };
  const opened = {
    ...{ figure: named.figure, side: behind.sum === 'cost' ? ('cost' as const) : side, amount: euros },
    ...(behind.sign === (isNegated ? 1 : -1) && { isNegated: true }),
  };
  return { euros, rows: itemRowsAddress(opened, { ...scope, ...filters }) };
}

/** Lines of a report under the names that a section of the page has for them. */
export function linesOf<Name extends string>(
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

/** Whether the line is a difference that should not be there. `perFigure` as of `reportChecks`. */
export function isOff(report: FinancialReport, { name, isBalanced }: FigureLine, perFigure: Amount): boolean {
  if (name === 'receivedDifference') return calculateReceived(report, perFigure).holds === false;
  const vat = name === 'vatRest' ? calculateVatReturn(report) : null;
  return isBalanced === false || (vat !== null && !isRestWithin(vat, perFigure));
}

/** The VAT of a line that has both sides, as given or as their difference; null for any other line. */
export function vatOf({ exVat, vat, inclVat }: ReportLine): ReportFigure | null {
  if (vat !== null || typeof exVat?.euros !== 'number' || typeof inclVat?.euros !== 'number') return vat;
  return madeFigure(toEuros(fromEuros(inclVat.euros) - fromEuros(exVat.euros)), 'vat');
}
