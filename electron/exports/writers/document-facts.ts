import type { Period } from '../../../shared/periods.ts';
import { dayText, PDF_LABELS, periodText } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** What a document says of itself, above its tables on paper and on a sheet of a workbook. */
export interface DocumentFact {
  readonly label: string;
  readonly text: string;
  /** The same for cells that hold dates: the days of the period, or the moment in RFC 3339. */
  readonly period?: Period;
  readonly moment?: string;
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
  { period, place, filters, hidesPeople, language }: ExportDocument,
  { asOf }: DocumentEnd,
): readonly (readonly DocumentFact[])[] {
  const labels = PDF_LABELS[language];
  const named = filters.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return [
    [
      ...(period === null ? [] : [{ label: labels.period, text: periodText(period, language), period }]),
      { label: labels.place, text: place ?? labels.everywhere },
      { label: labels.amounts, text: labels.inEuros },
      { label: labels.zone, text: ZONE },
      { label: labels.asOf, text: dayText(asOf.slice(0, 19).replace('T', ' '), language), moment: asOf },
    ],
    named === '' ? [] : [{ label: labels.filters, text: named }],
    hidesPeople ? [{ label: labels.leftOut, text: labels.people }] : [],
  ];
}
