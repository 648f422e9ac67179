import type { FinancialReport } from './contract/financial-report.ts';
import type { FigureName, FigureSection } from './report-figures.ts';
import { type FigureLine, isShown, isZero, reportLines } from './report-lines.ts';

/** Lines of the report that the statement of a day shows below each other; the page and the files render these. */
export interface ClosingTable {
  readonly section: FigureSection;
  /** The turnover is at the left, and what was received at the right. */
  readonly half: 'left' | 'right';
  readonly lines: readonly FigureLine[];
}

/** Sections with one amount a line, which includes VAT. */
const NON_REVENUE = ['giftCards', 'tips', 'paymentsOnInvoice', 'prepayments', 'otherNonRevenue'] as const;

/** In the order of the file. */
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

/** The tables of a day. A line of 0 is left out unless it is a sum, and so are the shops of a report on one. */
export function closingTables(report: FinancialReport): readonly ClosingTable[] {
  const lines = reportLines(report).filter(isShown);
  const hasShops = report.turnover_by_group === null || report.turnover_by_group.shops.length > 1;
  return TABLES.filter(([section]) => section !== 'shops' || hasShops).map(([section, half, names]) => ({
    ...{ section, half },
    lines: names
      .flatMap((name) => lines.filter((line) => line.name === name))
      .map((line) => placeLine(line, section))
      .filter((line) => line.unknown !== null || line.definition.isSum || !isZero(line)),
  }));
}

/** What was received is the sum of the methods. A line among those including VAT has no other side. */
function placeLine(line: FigureLine, section: FigureSection): FigureLine {
  const isSum = line.definition.isSum || (section === 'paymentMethods' && line.name === 'receivedPayments');
  const definition = { ...line.definition, section, ...(isSum && { isSum }) };
  if (section === 'fromTurnover') return { ...line, definition, ex: null };
  return section === 'shops' ? { ...line, definition, without: [] } : { ...line, definition };
}
