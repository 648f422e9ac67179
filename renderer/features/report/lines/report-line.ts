import type { Address } from '../../../lib/address/address.ts';

/** How a figure is made that has no rows of its own. */
export type FigureMaking = 'sumOfLines' | 'margin' | 'vat' | 'otherSection' | 'balance' | 'sumOfGroups';

/** Euros with the sign that they are shown with, and either the rows that sum to them or how they are made. */
export interface ReportFigure {
  readonly euros: number;
  /** Null where the platform gives no rows for the figure. */
  readonly rows: Address | null;
  readonly making?: FigureMaking;
}

/** A line of the statement without its words. A figure that a line has not is null: that is not 0. */
export interface ReportLine {
  /** The same for the same line of another report. */
  readonly key: string;
  readonly exVat: ReportFigure | null;
  readonly vat: ReportFigure | null;
  readonly inclVat: ReportFigure | null;
}

/** A figure that is made of others. */
export function madeFigure(euros: number, making: FigureMaking): ReportFigure {
  return { euros, rows: null, making };
}

export function lineOf(key: string, figures: Partial<Omit<ReportLine, 'key'>>): ReportLine {
  return { key, exVat: null, vat: null, inclVat: null, ...figures };
}
