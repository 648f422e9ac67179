import { isCalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind } from '../../../shared/datasets/dataset.ts';
import type { ExportRow } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { type FormattedColumn, formattedKind, formattedText } from './writer.ts';

/** Excel takes what is longer for a broken file. */
const MOST_CHARACTERS = 32_767;

/** Empty for null and an empty text. Throws `TypeError` for a wrong type, `ExportError` for a text too long. */
export function cell(
  column: FormattedColumn,
  value: CellValue,
  address: string,
  language: Language,
  { isSum, isPercentage }: Pick<ExportRow, 'isSum' | 'isPercentage'> = {},
): string {
  if (value === null) return '';
  const kind = formattedKind(column, value);
  const format = isPercentage && kind === 'euros' ? percentageFormat(column) : formatOf(kind, column);
  const style = isSum ? totalStyle(format) : cellStyle(format);
  const number = numberOf(kind, value);
  return number !== null
    ? numberCell(number, address, style)
    : textCell(formattedText(column, value, language), address, style);
}

function numberCell(value: number, address: string, style: number): string {
  return `<c r="${address}" s="${style}"><v>${plainDecimal(value)}</v></c>`;
}

export function textCell(text: string, address: string, style: number): string {
  if (text === '') return '';
  if (text.length > MOST_CHARACTERS) throw tooLong(text, address);
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** Null for what is a text, be it a date for which Excel has no number. */
function numberOf(kind: ColumnKind, value: Exclude<CellValue, null>): number | null {
  switch (kind) {
    case 'text':
    case 'choice':
    case 'flag':
      return null;
    case 'date':
      return serialOfDate(String(value));
    case 'timestamp':
      return serialOfTimestamp(String(value));
    default:
      if (typeof value !== 'number') throw new TypeError(`not a number in ${kind}: ${value}`);
      return value;
  }
}

function tooLong(text: string, address: string): ExportError {
  const message = `The file was not saved: a cell of Excel holds at most ${MOST_CHARACTERS} characters, and ${address} would have ${text.length}. Choose CSV.`;
  return new ExportError('not_written', message);
}

/** Code of a number format; those from 164 on are a workbook's own. */
const FORMAT_IDS = {
  general: 0,
  text: 49,
  integer: 1,
  percentage: 2,
  euros: 4,
  'unit-price': 164,
  date: 165,
  timestamp: 166,
  'signed-euros': 167,
  'signed-percentage': 168,
  'percent-sign': 169,
  points: 170,
} as const;

type CellFormat = keyof typeof FORMAT_IDS;

const OWN_FORMATS = [
  { id: FORMAT_IDS['unit-price'], code: '#,##0.00##' },
  { id: FORMAT_IDS.date, code: 'dd-mm-yyyy' },
  { id: FORMAT_IDS.timestamp, code: 'dd-mm-yyyy hh:mm:ss' },
  { id: FORMAT_IDS['signed-euros'], code: '+#,##0.00;-#,##0.00;0.00' },
  { id: FORMAT_IDS['signed-percentage'], code: '+0.00;-0.00;0.00' },
  { id: FORMAT_IDS['percent-sign'], code: '0.00&quot;%&quot;' },
  { id: FORMAT_IDS.points, code: '+0.00&quot; pp&quot;;-0.00&quot; pp&quot;;0.00&quot; pp&quot;' },
];

const FORMATS: readonly string[] = Object.keys(FORMAT_IDS);

/** `0.###` would show a whole number with a point behind it; `General` shows up to 3 decimals as they are. */
const FORMAT_OF_KIND: Readonly<Record<ColumnKind, CellFormat>> = {
  // With the format of texts a cell stays text when a user opens and leaves it, even `1E5` or `=A1`.
  text: 'text',
  choice: 'text',
  flag: 'text',
  euros: 'euros',
  'unit-price': 'unit-price',
  percentage: 'percentage',
  number: 'general',
  integer: 'integer',
  timestamp: 'timestamp',
  date: 'date',
};

/** Of a difference. */
const SIGNED_FORMATS: Readonly<Partial<Record<ColumnKind, CellFormat>>> = {
  euros: 'signed-euros',
  percentage: 'signed-percentage',
};

/** Styles are numbers: the row formats, the same in a totals row, and six of their own. */
export const HEADING_STYLE = 2 * FORMATS.length;

export const WARNING_STYLE = HEADING_STYLE + 1;

export const LABEL_STYLE = HEADING_STYLE + 2;

/** Of a sentence that goes on over the cells beside it. */
export const NOTE_STYLE = HEADING_STYLE + 3;

/** Of a column whose cells stand at the right. */
export const RIGHT_HEADING_STYLE = HEADING_STYLE + 4;

/** Of a text that may be cut. */
export const ONE_LINE_STYLE = HEADING_STYLE + 5;

export function cellStyle(format: CellFormat): number {
  return FORMATS.indexOf(format);
}

export function totalStyle(format: CellFormat): number {
  return FORMATS.length + cellStyle(format);
}

function formatOf(kind: ColumnKind, { isSigned }: Pick<FormattedColumn, 'isSigned'>): CellFormat {
  return (isSigned && SIGNED_FORMATS[kind]) || FORMAT_OF_KIND[kind];
}

function percentageFormat({ isSigned }: FormattedColumn): CellFormat {
  return isSigned ? 'points' : 'percent-sign';
}

/** Numbers of fonts and borders in the part below. */
const FONTS = { plain: 0, bold: 1, warning: 2 };

const BORDERS = { none: 0, above: 1, below: 2 };

export function stylesPart(): string {
  const ids = Object.values(FORMAT_IDS);
  const styles = [
    ...ids.map((id) => styleOf(id, FONTS.plain, BORDERS.none, rowAlignment(id))),
    ...ids.map((id) => styleOf(id, FONTS.bold, BORDERS.above, rowAlignment(id))),
    styleOf(FORMAT_IDS.text, FONTS.bold, BORDERS.below, '<alignment wrapText="1"/>'),
    styleOf(FORMAT_IDS.text, FONTS.warning, BORDERS.none, rowAlignment(FORMAT_IDS.text)),
    styleOf(FORMAT_IDS.text, FONTS.bold, BORDERS.none, '<alignment vertical="top"/>'),
    styleOf(FORMAT_IDS.text, FONTS.plain, BORDERS.none, rowAlignment(FORMAT_IDS.text)),
    // The button of the filter lies over the right end of its cell.
    styleOf(FORMAT_IDS.text, FONTS.bold, BORDERS.below, '<alignment horizontal="right" indent="2" wrapText="1"/>'),
    styleOf(FORMAT_IDS.text, FONTS.plain, BORDERS.none, '<alignment vertical="top"/>'),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${OWN_FORMATS.length}">${OWN_FORMATS.map(numberFormat).join('')}</numFmts>
<fonts count="3">${font('')}${font('<b/>')}${font('<b/>', '<color rgb="FFC00000"/>')}</fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="3">${border('', '')}${border(RULE, '')}${border('', RULE)}</borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

const RULE = ' style="thin"';

function numberFormat({ id, code }: (typeof OWN_FORMATS)[number]): string {
  return `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
}

function font(weight: string, color = ''): string {
  return `<font>${weight}<sz val="11"/>${color}<name val="Calibri"/><family val="2"/></font>`;
}

function border(top: string, bottom: string): string {
  return `<border><left/><right/><top${top}/><bottom${bottom}/><diagonal/></border>`;
}

function styleOf(format: number, fontId: number, borderId: number, alignment = ''): string {
  return `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;
}

/** A long text has several lines, for its neighbour would cut it; what is beside it stands at the first of them. */
function rowAlignment(format: number): string {
  const wrapping = format === FORMAT_IDS.text ? ' wrapText="1"' : '';
  return `<alignment vertical="top"${wrapping}/>`;
}

/** Plain digits that read back as the same number, never scientific. Throws `TypeError` for what is not finite. */
export function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`not a number that a cell can hold: ${value}`);
  const text = String(value);
  return text.includes('e') ? unfolded(text) : text;
}

/** JavaScript writes an exponent from 1e21 and below 1e-6 only: the point lies outside of the digits. */
function unfolded(scientific: string): string {
  const [mantissa = '', power] = scientific.split('e');
  const exponent = Number(power);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent > 0) return sign + digits.padEnd(exponent + 1, '0');
  return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
}

const MS_PER_DAY = 86_400_000;

const SECONDS_PER_DAY = 86_400;

/** Excel has a 29 February 1900, so that its count is only right from the day after. */
const FIRST_RIGHT_DAY = '1900-03-01';

const DAY_ZERO = Date.UTC(1899, 11, 30);

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:Z|[+-]\d{2}:\d{2})$/;

/** Days in Excel's 1900 system of a date `YYYY-MM-DD`; null where Excel has no number for it. */
export function serialOfDate(date: string): number | null {
  if (date < FIRST_RIGHT_DAY || !isCalendarDate(date)) return null;
  return (Date.parse(date) - DAY_ZERO) / MS_PER_DAY;
}

/** The same for an RFC 3339 timestamp: the time that it shows, for cells know no zone. */
export function serialOfTimestamp(timestamp: string): number | null {
  const [, date = '', hours, minutes, seconds] = TIMESTAMP.exec(timestamp) ?? [];
  const day = serialOfDate(date);
  if (day === null) return null;
  return day + (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / SECONDS_PER_DAY;
}

/** All that may need an escape; most texts have none of it. */
const SUSPECT = /[^ -~]|["&<>_]/;

/** What XML 1.0 cannot hold, and a carriage return, which every reader of XML takes for a line feed. */
const NOT_IN_XML = /[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]/gv;

/** A text that is, or becomes with the escape of its next character, what looks like an escape. */
const LIKE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}[_[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]])/gv;

/** A text in a part of a workbook. What XML cannot hold is written in Excel's own way, `_xHHHH_`. */
export function xmlText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(LIKE_ESCAPE, '_x005F_')
    .replace(NOT_IN_XML, escapeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
