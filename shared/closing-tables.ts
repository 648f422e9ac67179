import type { FinancialReport } from './contract/financial-report.ts';
import type { FigureName, FigureSection } from './report-figures.ts';
import { createReportLines, type FigureLine, isVisible, isZero } from './report-lines.ts';

/** A table of the day statement, with lines of the report. Page and files render it. */
export interface ClosingTable {
  readonly section: FigureSection;
  /** Turnover is on the left, receipts are on the right. */
  readonly half: 'left' | 'right';
  readonly lines: readonly FigureLine[];
}

/** Lines with one amount, including VAT. */
const NON_REVENUE = ['giftCards', 'tips', 'paymentsOnInvoice', 'prepayments', 'otherNonRevenue'] as const;

/** In file order. */
const TABLES: readonly (readonly [FigureSection, ClosingTable['half'], readonly FigureName[]])[] = [
  ['revenue', 'left', ['sales', 'returns', 'differences', 'turnover']],
  [
    ...(['fromTurnover', 'right'] as const),
    [
      ...(['receivedTurnover', ...NON_REVENUE, 'receivedNotPaid', 'receivedSettled'] as const),
      ...(['receivedExpected', 'receivedPayments', 'receivedDifference'] as const),
    ],
  ],
  ['paymentMethods', 'right', ['method', 'receivedPayments']],
  ['vatReturn', 'left', ['vatRate', 'vatTotal', 'vatDifferences', 'vatRest', 'vatTurnover']],
  ['shops', 'left', ['shop', 'shopsTotal']],
];

/**
 * Creates the tables of a day statement. Lines of 0 are left out unless they are sums. Reports of one shop have no
 * table of shops.
 */
export function createClosingTables(report: FinancialReport): readonly ClosingTable[] {
  const lines = createReportLines(report).filter(isVisible);
  const hasShops = report.turnover_by_group === null || report.turnover_by_group.shops.length > 1;
  return TABLES.filter(([section]) => section !== 'shops' || hasShops).map(([section, half, names]) => ({
    ...{ section, half },
    lines: names
      .flatMap((name) => lines.filter((line) => line.name === name))
      .map((line) => placeLine(line, section))
      .filter((line) => line.unknown !== null || line.definition.isSum || !isZero(line)),
  }));
}

/**
 * Places a line in a table. Receipts are the sum of the methods. Lines of `fromTurnover` have only amounts including
 * VAT.
 */
function placeLine(line: FigureLine, section: FigureSection): FigureLine {
  const isSum = line.definition.isSum || (section === 'paymentMethods' && line.name === 'receivedPayments');
  const definition = { ...line.definition, section, ...(isSum && { isSum }) };
  if (section === 'fromTurnover') return { ...line, definition, ex: null };
  return section === 'shops' ? { ...line, definition, without: [] } : { ...line, definition };
}
