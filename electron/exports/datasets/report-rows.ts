import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { ReportLabels } from '../../../shared/report-labels.ts';
import { formatMissing, NOT_KNOWN } from '../../../shared/unknown-figures.ts';

/** A row before it gets its key. */
export interface ReportRow {
  readonly section: string;
  readonly item: string;
  readonly detail: string;
  readonly value: number | null;
  readonly vat: number | null;
  readonly value_wt: number | null;
  readonly percentage: number | null;
  /** Shown to people instead of the percentage of an exempt rate. */
  readonly percentage_label?: string;
  readonly isVolatile?: true;
  readonly isSum?: true;
  /** Used in its key instead of its detail, if that changes with the figures. */
  readonly keyDetail?: string;
}

/** Figures of a row, in euros. An absent one is an empty cell. */
export interface Figures {
  readonly value?: number | null;
  readonly value_wt?: number | null;
  readonly percentage?: number | null;
}

export interface Texts {
  readonly words: ReportLabels;
  readonly language: Language;
}

/** The same row, with a detail that says that its figures are unknown. */
export function markUnknown(figures: ReportRow, { words, language }: Texts): ReportRow {
  const given = figures.detail;
  const detail = given === '' ? words.items.notKnown : `${given} (${NOT_KNOWN[language]})`;
  return { ...figures, ...NO_FIGURES, detail, keyDetail: figures.keyDetail ?? given };
}

const NO_FIGURES = { value: null, vat: null, value_wt: null, percentage: null } as const;

/** The only row of a section that the platform does not know. */
export function createUnknownSection(section: string, item: string, texts: Texts): ReportRow {
  return markAsSum(markUnknown(createRow(section, item, '', {}), texts));
}

/** A total whose detail names the parts that it lacks because the platform does not know them. */
export function nameMissing(missing: readonly UnknownFigure[], total: ReportRow, { language }: Texts): ReportRow {
  if (missing.length === 0) return total;
  const given = total.detail;
  const detail = [given, formatMissing(missing, language)].filter((text) => text !== '').join(', ');
  return { ...total, detail, keyDetail: total.keyDetail ?? given };
}

export function createRow(section: string, item: string, detail: string, figures: Figures): ReportRow {
  const { value = null, value_wt = null, percentage = null } = figures;
  return { section, item, detail, value, vat: calculateVat(value, value_wt), value_wt, percentage };
}

/** The amount including VAT less the amount excluding it; `null` if one of them is unknown. */
export function calculateVat(value: number | null, value_wt: number | null): number | null {
  return value === null || value_wt === null ? null : toEuros(fromEuros(value_wt) - fromEuros(value));
}

export function markAsSum(row: ReportRow): ReportRow {
  return { ...row, isSum: true };
}
