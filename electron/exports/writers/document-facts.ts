import type { NamedFilter } from '../../../shared/contract/exports.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { shortenText } from '../../../shared/paper-text.ts';
import type { Period } from '../../../shared/periods.ts';
import { formatDayText, formatHeading, formatPeriodText, PDF_LABELS } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** A fact about a document, above its tables on paper and on a sheet of a workbook. */
export interface DocumentFact {
  readonly label: string;
  readonly text: string;
  /** The same for cells with dates and numbers: the days of the period, the time in RFC 3339, or the number of rows. */
  readonly period?: Period;
  readonly moment?: string;
  readonly count?: number;
  /** Bold on paper. */
  readonly isStrong?: true;
}

const ZONE = 'Europe/Amsterdam';

/**
 * For the head of a page: the title of a document and its days. The day of a state is in the title if there is a period
 * too.
 */
export function createDocumentHead(
  document: Pick<ExportDocument, 'title' | 'period' | 'day' | 'asOf' | 'language'>,
): readonly [title: string, days: string] {
  const { title, period, day, asOf, language } = document;
  if (period !== null) return [formatHeading(document), formatPeriodText(period, language)];
  const { asOf: readAt, per } = PDF_LABELS[language];
  const days = day === undefined ? ([readAt, asOf.slice(0, 10)] as const) : ([per, day] as const);
  return [title, `${days[0]} ${formatDayText(days[1], language)}`];
}

/**
 * For the head of a page: the selected shop or location, each filter that limits the rows, and what they are compared
 * with. With a comparison, a selection of all shops is stated too.
 */
export function listDocumentLimits({
  place,
  filters,
  language,
}: Pick<ExportDocument, 'place' | 'filters' | 'language'>) {
  const labels = PDF_LABELS[language];
  const named = filters.filter(({ isLimit, isInHeads }) => isInHeads ?? isLimit !== false);
  const everywhere = named.some(({ isInHeads }) => isInHeads) ? [`${labels.place}: ${labels.everywhere}`] : [];
  return [...(place === null ? everywhere : [place]), ...named.map(formatFilter)];
}

function formatFilter({ label, value }: NamedFilter): string {
  return `${label}: ${value}`;
}

/** Whether it has personal data; a note on each page says so. */
export function holdsPeople({ columns }: Pick<ExportDocument, 'columns'>): boolean {
  return columns.some(({ isPersonal }) => isPersonal);
}

const SEPARATOR = ' \u00B7 ';

/**
 * Joins the texts to one line of at most `maxLength` characters. The longest are shortened, so that a part of each
 * remains.
 */
export function joinInOneLine(texts: readonly string[], maxLength: number, separator = SEPARATOR): string {
  let left = maxLength - separator.length * (texts.length - 1);
  const lengths = texts.map(({ length }) => length).sort((one, other) => one - other);
  const share = lengths.reduce((longest, length, at) => {
    const equal = Math.floor(left / (lengths.length - at));
    left -= Math.min(length, equal);
    return Math.max(longest, Math.min(length, equal));
  }, 1);
  return texts.map((text) => shortenText(text, share)).join(separator);
}

/** By line on paper: what the figures cover; what limits them; what is left out. */
export function listDocumentFacts(
  document: ExportDocument,
  { asOf, rows }: DocumentEnd,
): readonly (readonly DocumentFact[])[] {
  const { period, place, filters, hidesPeople, counted, language } = document;
  const labels = PDF_LABELS[language];
  const named = filters.filter(({ isLimit }) => isLimit !== false).map(formatFilter);
  return [
    [
      ...(period === null ? [] : [{ label: labels.period, text: formatPeriodText(period, language), period }]),
      { label: labels.place, text: place ?? labels.everywhere },
      { label: labels.amounts, text: labels.inEuros },
      { label: labels.zone, text: ZONE },
      { label: labels.asOf, text: formatDayText(asOf.slice(0, 16).replace('T', ' '), language), moment: asOf },
      ...(counted === null ? [] : [{ label: counted, text: createNumberFormat(language).quantity(rows), count: rows }]),
    ],
    [
      ...(named.length === 0 ? [] : [{ label: labels.filters, text: named.join('; ') }]),
      ...filters.filter(({ isLimit }) => isLimit === false).map(({ label, value }) => ({ label, text: value })),
    ],
    holdsPeople(document) ? [{ label: labels.beware, text: labels.hasPeople, isStrong: true }] : [],
    hidesPeople ? [{ label: labels.leftOut, text: labels.people }] : [],
  ];
}
