import type { NamedFilter } from '../../../shared/contract/exports.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import type { Period } from '../../../shared/periods.ts';
import { dayText, PDF_LABELS, periodText } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** What a document says of itself, above its tables on paper and on a sheet of a workbook. */
export interface DocumentFact {
  readonly label: string;
  readonly text: string;
  /** The same for cells that hold dates and numbers: the days of the period, the moment in RFC 3339, or how many rows. */
  readonly period?: Period;
  readonly moment?: string;
  readonly count?: number;
}

const ZONE = 'Europe/Amsterdam';

/** Of when a document is, for the head of a page; null where its title has the day. */
export function documentDays({
  period,
  day,
  asOf,
  language,
}: Pick<ExportDocument, 'period' | 'day' | 'asOf' | 'language'>): string | null {
  if (period !== null) return periodText(period, language);
  return day === undefined ? `${PDF_LABELS[language].asOf} ${dayText(asOf.slice(0, 10), language)}` : null;
}

/** By line on paper: what the figures are of; what limits them; what is left out. */
export function documentFacts(
  { period, place, filters, hidesPeople, columns, counted, language }: ExportDocument,
  { asOf, rows }: DocumentEnd,
): readonly (readonly DocumentFact[])[] {
  const labels = PDF_LABELS[language];
  const isOrder = ({ label }: NamedFilter) => label === labels.order;
  const limiting = filters.filter((filter) => !isOrder(filter));
  const named = limiting.map(({ label, value }) => `${label}: ${value}`).join('; ');
  const isPersonal = columns.some((column) => column.isPersonal);
  return [
    [
      ...(period === null ? [] : [{ label: labels.period, text: periodText(period, language), period }]),
      { label: labels.place, text: place ?? labels.everywhere },
      { label: labels.amounts, text: labels.inEuros },
      { label: labels.zone, text: ZONE },
      { label: labels.asOf, text: dayText(asOf.slice(0, 19).replace('T', ' '), language), moment: asOf },
      ...(counted === null ? [] : [{ label: counted, text: createNumberFormat(language).quantity(rows), count: rows }]),
    ],
    [
      ...(named === '' ? [] : [{ label: labels.filters, text: named }]),
      ...filters.filter(isOrder).map(({ label, value }) => ({ label, text: value })),
    ],
    isPersonal ? [{ label: labels.beware, text: labels.hasPeople }] : [],
    hidesPeople ? [{ label: labels.leftOut, text: labels.people }] : [],
  ];
}
