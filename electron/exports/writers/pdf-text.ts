import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { createNumberFormat, INTL_LOCALES } from '../../../shared/number-format.ts';
import { MAX_PAPER_TEXT_LENGTH, shortenText } from '../../../shared/paper-text.ts';
import type { Period } from '../../../shared/periods.ts';
import { NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import { type ExportDocument, type FormattedColumn, formatDecimal, formatText, getFormattedKind } from './writer.ts';

export type CellColumn = FormattedColumn & Pick<DatasetColumn, 'isSummed' | 'unknownFigure'>;

/** Shown instead of a difference that means nothing, such as a percentage of 0. */
const DASH = '\u2013';

const MINUS = '\u2212';

const DECIMAL_MARKS = { nl: ',', en: '.' } as const;

const GROUP_MARKS = { nl: '.', en: ',' } as const;

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?=$| )/;

const SECONDS = /(?<= \d{2}:\d{2}):\d{2}$/;

const DAY_FORMS = { nl: '$3-$2-$1', en: '$3/$2/$1' } as const;

/** A cell as it is printed: `−1.234,56`, `31-10-2026 14:05`, the words of a choice, `niet bekend`. */
export function formatPdfCell(column: CellColumn, value: CellValue, language: Language): string {
  if (value === null && column.unknownFigure !== undefined) return NOT_KNOWN[language];
  if (value === null) return column.isSigned ? DASH : '';
  if (holdsNumbers(column)) return formatNumber(column, value, language);
  const text = formatText(column, value, language);
  return DAY_KINDS.has(getFormattedKind(column, value)) ? formatDayText(text, language).replace(SECONDS, '') : text;
}

export function holdsNumbers({ kind }: Pick<DatasetColumn, 'kind'>): boolean {
  return NUMBER_KINDS.has(kind);
}

/** `31-10-2026` for `2026-10-31`; text after a space stays as it is. */
export function formatDayText(text: string, language: Language): string {
  return text.replace(DAY, DAY_FORMS[language]);
}

/** `Openstaande facturen per 31-10-2026`: the title, with the day of rows that show a state. */
export function formatHeading({ title, day, language }: Pick<ExportDocument, 'title' | 'day' | 'language'>): string {
  return day === undefined ? title : `${title} ${PDF_LABELS[language].per} ${formatDayText(day, language)}`;
}

export function countDecimals(text: string, language: Language): number {
  const mark = text.lastIndexOf(DECIMAL_MARKS[language]);
  return mark === -1 ? 0 : text.length - mark - 1;
}

/** As wide as a digit. */
const FIGURE_SPACE = '\u2007';

/** Follows a number with fewer decimals than others in its column, so that the decimal marks are aligned. */
export function padDecimals(decimals: number, maxDecimals: number): string {
  return FIGURE_SPACE.repeat(Math.max(0, maxDecimals - decimals));
}

const NUMBER_KINDS = new Set(['euros', 'unit-price', 'percentage', 'number', 'integer']);

/** At least two, for whole numbers too. */
export const TWO_DECIMALS: ReadonlySet<ColumnKind> = new Set(['euros', 'unit-price', 'percentage']);

const DAY_KINDS: ReadonlySet<ColumnKind> = new Set(['date', 'timestamp']);

function formatNumber(column: CellColumn, value: CellValue, language: Language): string {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  const least = TWO_DECIMALS.has(column.kind) ? 2 : 0;
  const [whole = '', decimals] = formatDecimal(value, least, '.').replace('-', MINUS).split('.');
  const grouped = isGrouped(column) ? whole.replace(THOUSANDS, GROUP_MARKS[language]) : whole;
  const text = decimals === undefined ? grouped : `${grouped}${DECIMAL_MARKS[language]}${decimals}`;
  return column.isSigned && value > 0 ? `+${text}` : text;
}

/** As in the number formats of a workbook, in every language. */
const POINTS = 'pp';

/** A cell of a row whose amounts are percentages: `47,81%`, and of their difference `+0,40 pp`. */
export function formatPercentageCell(column: CellColumn, value: CellValue, language: Language): string {
  const text = formatPdfCell({ ...column, kind: 'percentage' }, value, language);
  if (typeof value !== 'number') return text;
  if (column.isSigned) return `${text}\u00a0${POINTS}`;
  return `${text}%`;
}

/** A whole number that is not added up identifies something. */
function isGrouped({ kind, isSummed }: CellColumn): boolean {
  return kind !== 'integer' || isSummed;
}

/** `1 t/m 31 oktober 2026`: month and year are named once where both days share them. */
export function formatPeriodText({ from, to }: Period, language: Language): string {
  const end = formatDayLabel(to, language, { day: 'numeric', month: 'long', year: 'numeric' });
  if (from === to) return end;
  return `${formatDayLabel(from, language, chooseUnsharedForm(from, to))} ${PDF_LABELS[language].until} ${end}`;
}

function chooseUnsharedForm(from: CalendarDate, to: CalendarDate): Intl.DateTimeFormatOptions {
  if (from.slice(0, 7) === to.slice(0, 7)) return { day: 'numeric' };
  if (from.slice(0, 4) === to.slice(0, 4)) return { day: 'numeric', month: 'long' };
  return { day: 'numeric', month: 'long', year: 'numeric' };
}

function formatDayLabel(date: CalendarDate, language: Language, form: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(INTL_LOCALES[language], { ...form, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** Stands for a character that the font lacks. */
export const MISSING_CHARACTER = '\uFFFD';

const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

const SPACES = /[\t\p{Zs}]/gu;

/** Invisible characters, and those that change the direction of others or pick a variant. */
const UNSEEN = /(?!\n)(?:\p{Cc}|\p{Cf}|[\uFE00-\uFE0F])/gu;

/**
 * Makes text printable. Lines end in `
 * `, a character that the font lacks becomes `MISSING_CHARACTER`, and a text longer than `MAX_PAPER_TEXT_LENGTH` is
 * cut, which calls `onCut`: the layout of long words takes minutes.
 */
export function createPrintableText(
  hasCharacter: (codePoint: number) => boolean,
  onCut: () => void,
): (text: string) => string {
  const known = new Map<string, boolean>([['\n', true]]);

  function isKnown(letter: string): boolean {
    const before = known.get(letter);
    if (before !== undefined) return before;
    const found = hasCharacter(letter.codePointAt(0) ?? 0);
    known.set(letter, found);
    return found;
  }

  function clean(text: string): string {
    if (PLAIN_TEXT.test(text)) return text;
    const cleaned = text.normalize('NFC').replace(LINE_ENDS, '\n').replace(SPACES, ' ').replace(UNSEEN, '');
    return Array.from(cleaned, (letter) => (isKnown(letter) ? letter : MISSING_CHARACTER)).join('');
  }

  return (text) => {
    // Before anything else, which may take long too. A few letters are longer in their normal form.
    const cleaned = clean(shortenText(text, MAX_PAPER_TEXT_LENGTH));
    if (Math.max(text.length, cleaned.length) > MAX_PAPER_TEXT_LENGTH) onCut();
    return shortenText(cleaned, MAX_PAPER_TEXT_LENGTH);
  };
}

const PLAIN_TEXT = /^[ -~]*$/;

const nl = {
  incomplete: 'ONVOLLEDIG (INCOMPLETE)',
  period: 'Periode',
  until: 't/m',
  per: 'per',
  place: 'Winkel/vestiging',
  everywhere: 'alle',
  shops: 'Winkels',
  shopsBelow: 'Winkels: de volledige namen staan onderaan',
  zone: 'Tijdzone',
  asOf: 'Stand van',
  filters: 'Filters',
  amounts: 'Bedragen',
  inEuros: 'in euro',
  leftOut: 'Weggelaten',
  people: 'namen en andere gegevens van personen',
  beware: 'Let op',
  hasPeople: 'bevat persoonsgegevens',
  company: 'Bedrijf',
  demo: 'Demowinkel',
  document: 'Document',
  from: 'Van',
  to: 'Tot en met',
  report: 'Rapport',
  about: 'Over dit bestand',
  page: (number: number | string, count: number | string) => `pagina ${number} van ${count}`,
  noRows: 'Geen rijen',
  total: 'Totaal',
  totalOfSome: 'Totaal van de rijen in dit bestand',
  missingCharacter: 'vervangt een teken dat het lettertype niet heeft',
  cutTexts: (count: number) =>
    `${createNumberFormat('nl').quantity(count)} ${count === 1 ? 'tekst is' : 'teksten zijn'} ingekort tot ${MAX_PAPER_TEXT_LENGTH} tekens. Een CSV-bestand heeft de hele tekst.`,
};

export type PdfLabels = typeof nl;

const en: PdfLabels = {
  incomplete: 'INCOMPLETE',
  period: 'Period',
  until: 'to',
  per: 'as of',
  place: 'Shop/location',
  everywhere: 'all',
  shops: 'Shops',
  shopsBelow: 'Shops: the full names are at the end',
  zone: 'Time zone',
  asOf: 'As of',
  filters: 'Filters',
  amounts: 'Amounts',
  inEuros: 'in euros',
  leftOut: 'Left out',
  people: 'names and other data of persons',
  beware: 'Note',
  hasPeople: 'contains personal data',
  company: 'Company',
  demo: 'Demo shop',
  document: 'Document',
  from: 'From',
  to: 'Up to and including',
  report: 'Report',
  about: 'About this file',
  page: (number, count) => `page ${number} of ${count}`,
  noRows: 'No rows',
  total: 'Total',
  totalOfSome: 'Total of the rows in this file',
  missingCharacter: 'replaces a character that the font does not have',
  cutTexts: (count) =>
    `${createNumberFormat('en').quantity(count)} ${count === 1 ? 'text was' : 'texts were'} cut to ${MAX_PAPER_TEXT_LENGTH} characters. A CSV file has the whole text.`,
};

export const PDF_LABELS: Readonly<Record<Language, PdfLabels>> = { nl, en };
