import type { NamedFilter } from '../../../shared/contract/exports.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { shortenText } from '../../../shared/paper-text.ts';
import type { Period } from '../../../shared/periods.ts';
import { dayText, headingOf, PDF_LABELS, periodText } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** What a document says of itself, above its tables on paper and on a sheet of a workbook. */
export interface DocumentFact {
  readonly label: string;
  readonly text: string;
  /** The same for cells that hold dates and numbers: the days of the period, the moment in RFC 3339, or how many rows. */
  readonly period?: Period;
  readonly moment?: string;
  readonly count?: number;
  /** Bold on paper. */
  readonly isStrong?: true;
}

const ZONE = 'Europe/Amsterdam';

/** For the head of a page: what a document is, and of when. The day of a state is in its title where it has a period too. */
export function documentHead(
  document: Pick<ExportDocument, 'title' | 'period' | 'day' | 'asOf' | 'language'>,
): readonly [title: string, days: string] {
  const { title, period, day, asOf, language } = document;
  if (period !== null) return [headingOf(document), periodText(period, language)];
  const { asOf: readAt, per } = PDF_LABELS[language];
  const days = day === undefined ? ([readAt, asOf.slice(0, 10)] as const) : ([per, day] as const);
  return [title, `${days[0]} ${dayText(days[1], language)}`];
}

/**
 * For the head of a page: the shop or location that was asked for, each filter that limits the rows, and what they are
 * compared with, beside which all shops are named too.
 */
export function documentLimits({ place, filters, language }: Pick<ExportDocument, 'place' | 'filters' | 'language'>) {
  const labels = PDF_LABELS[language];
  const named = filters.filter(({ isLimit, isInHeads }) => isInHeads ?? isLimit !== false);
  const everywhere = named.some(({ isInHeads }) => isInHeads) ? [`${labels.place}: ${labels.everywhere}`] : [];
  return [...(place === null ? everywhere : [place]), ...named.map(filterText)];
}

function filterText({ label, value }: NamedFilter): string {
  return `${label}: ${value}`;
}

/** Whether it has data of persons; a note that says so stands on each of its pages. */
export function holdsPeople({ columns }: Pick<ExportDocument, 'columns'>): boolean {
  return columns.some(({ isPersonal }) => isPersonal);
}

const SEPARATOR = ' \u00B7 ';

/** The texts in one line of so many characters: the longest are shortened, so that a part of each is there. */
export function inOneLine(texts: readonly string[], most: number, separator = SEPARATOR): string {
  let left = most - separator.length * (texts.length - 1);
  const lengths = texts.map(({ length }) => length).sort((one, other) => one - other);
  const share = lengths.reduce((longest, length, at) => {
    const equal = Math.floor(left / (lengths.length - at));
    left -= Math.min(length, equal);
    return Math.max(longest, Math.min(length, equal));
  }, 1);
  return texts.map((text) => shortenText(text, share)).join(separator);
}

/** By line on paper: what the figures are of; what limits them; what is left out. */
export function documentFacts(
  document: ExportDocument,
  { asOf, rows }: DocumentEnd,
): readonly (readonly DocumentFact[])[] {
  const { period, place, filters, hidesPeople, counted, language } = document;
  const labels = PDF_LABELS[language];
  const named = filters.filter(({ isLimit }) => isLimit !== false).map(filterText);
  return [
    [
      ...(period === null ? [] : [{ label: labels.period, text: periodText(period, language), period }]),
      { label: labels.place, text: place ?? labels.everywhere },
      { label: labels.amounts, text: labels.inEuros },
      { label: labels.zone, text: ZONE },
      { label: labels.asOf, text: dayText(asOf.slice(0, 16).replace('T', ' '), language), moment: asOf },
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
