import { isCalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { type FormattedColumn, formatText, getFormattedKind, getLabel } from './writer.ts';

/** Formats with a code are declared in the workbook. Excel knows the others. */
const NUMBER_FORMATS = {
  // A cell in text format stays text when a user edits it, even `1E5` or `=A1`.
  text: { id: 49, code: null },
  general: { id: 0, code: null },
  integer: { id: 1, code: null },
  percentage: { id: 2, code: null },
  euros: { id: 4, code: null },
  unitPrice: { id: 164, code: '#,##0.00##' },
  date: { id: 165, code: 'dd-mm-yyyy' },
  timestamp: { id: 166, code: 'dd-mm-yyyy hh:mm:ss' },
  signedEuros: { id: 167, code: '+#,##0.00;-#,##0.00;0.00' },
  signedPercentage: { id: 168, code: '+0.00;-0.00;0.00' },
  percentSign: { id: 169, code: '0.00&quot;%&quot;' },
  points: { id: 170, code: '+0.00&quot; pp&quot;;-0.00&quot; pp&quot;;0.00&quot; pp&quot;' },
} as const;

type NumberFormat = keyof typeof NUMBER_FORMATS;

/** The number format of each kind of column, and its width in characters. */
const KINDS: Readonly<Record<ColumnKind, { readonly format: NumberFormat; readonly width: number }>> = {
  text: { format: 'text', width: 30 },
  choice: { format: 'text', width: 16 },
  flag: { format: 'text', width: 10 },
  euros: { format: 'euros', width: 15 },
  'unit-price': { format: 'unitPrice', width: 15 },
  percentage: { format: 'percentage', width: 12 },
  // `0.###` would show a whole number with a point behind it.
  number: { format: 'general', width: 12 },
  integer: { format: 'integer', width: 13 },
  timestamp: { format: 'timestamp', width: 20 },
  date: { format: 'date', width: 13 },
};

const CODE_WIDTH = 18;

export function getColumnWidth({ kind, isCode }: Pick<DatasetColumn, 'kind' | 'isCode'>): number {
  return isCode ? CODE_WIDTH : KINDS[kind].width;
}

export function holdsTexts({ kind }: Pick<DatasetColumn, 'kind'>): boolean {
  return KINDS[kind].format === 'text';
}

const FORMAT_NAMES = Object.keys(NUMBER_FORMATS) as NumberFormat[];

/** Styles are numbers: first those of rows, then the same for rows of totals, then these. */
export const STYLES = {
  heading: 2 * FORMAT_NAMES.length,
  rightHeading: 2 * FORMAT_NAMES.length + 1,
  label: 2 * FORMAT_NAMES.length + 2,
  note: 2 * FORMAT_NAMES.length + 3,
  warning: 2 * FORMAT_NAMES.length + 4,
  title: 2 * FORMAT_NAMES.length + 5,
  amountHeading: 2 * FORMAT_NAMES.length + 6,
} as const;

export function getCellStyle(format: NumberFormat, isSum = false): number {
  return FORMAT_NAMES.indexOf(format) + (isSum ? FORMAT_NAMES.length : 0);
}

export function createStyles(): string {
  const formats = Object.values(NUMBER_FORMATS);
  const own = formats.flatMap(({ id, code }) =>
    code === null ? [] : [`<numFmt numFmtId="${id}" formatCode="${code}"/>`],
  );
  const [plain, bold, red, large] = [0, 1, 2, 3];
  const [none, above, below] = [0, 1, 2];
  const style = (id: number, font: number, border: number, alignment: string) =>
    `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1"><alignment ${alignment}/></xf>`;
  const rowStyles = (font: number, border: number) =>
    formats.map(({ id }) =>
      style(id, font, border, `vertical="top"${id === NUMBER_FORMATS.text.id ? ' wrapText="1"' : ''}`),
    );
  const { id: text } = NUMBER_FORMATS.text;
  const styles = [
    ...rowStyles(plain, none),
    ...rowStyles(bold, above),
    style(text, bold, below, 'wrapText="1"'),
    // The button of the filter covers the right end of its cell.
    style(text, bold, below, 'horizontal="right" indent="2" wrapText="1"'),
    style(text, bold, none, 'vertical="top"'),
    style(text, plain, none, 'vertical="top"'),
    style(text, red, none, 'vertical="top"'),
    style(text, large, none, 'vertical="top"'),
    style(text, bold, below, 'horizontal="right" wrapText="1"'),
  ];
  const font = (more: string, size = 11) =>
    `<font>${more}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`;
  const border = (top: string, bottom: string) =>
    `<border><left/><right/><top${top}/><bottom${bottom}/><diagonal/></border>`;
  const thin = ' style="thin"';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${own.length}">${own.join('')}</numFmts>
<fonts count="4">${font('')}${font('<b/>')}${font('<b/><color rgb="FFC00000"/>')}${font('<b/>', 16)}</fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="3">${border('', '')}${border(thin, '')}${border('', thin)}</borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

/** The cell of a column in a row, at an address such as `B7`. */
export function createRowCell(column: DatasetColumn, row: ExportRow, address: string, language: Language): string {
  const value = row[column.id] ?? null;
  const label = getLabel(row, column) ?? (value === null ? column.emptyAs?.[language] : undefined);
  if (label !== undefined) return createTextCell(label, address, getCellStyle('text'));
  if (value === null && column.unknownFigure) {
    return createTextCell(NOT_KNOWN[language], address, getCellStyle('text'));
  }
  const filled = createCell(column, value, address, language, row);
  // The line above a total covers its empty cells, too.
  return row.isSum && filled === '' ? createEmptyCell(address, getCellStyle('text', true)) : filled;
}

/** A cell that has nothing but the line above or below it. */
export function createEmptyCell(address: string, style: number): string {
  return `<c r="${address}" s="${style}"/>`;
}

/** An empty string for null and an empty text. Throws `TypeError` for a value of another type than the column has. */
export function createCell(
  column: FormattedColumn,
  value: CellValue,
  address: string,
  language: Language,
  { isSum, isPercentage }: Pick<ExportRow, 'isSum' | 'isPercentage'> = {},
): string {
  if (value === null) return '';
  const kind = getFormattedKind(column, value);
  const style = getCellStyle(chooseFormat(kind, column.isSigned, isPercentage), isSum);
  const number = toNumber(kind, value);
  if (number === null) return createTextCell(formatText(column, value, language), address, style);
  return `<c r="${address}" s="${style}"><v>${number}</v></c>`;
}

function chooseFormat(kind: ColumnKind, isSigned = false, isPercentage = false): NumberFormat {
  if (kind === 'euros' && isPercentage) return isSigned ? 'points' : 'percentSign';
  if (kind === 'euros' && isSigned) return 'signedEuros';
  if (kind === 'percentage' && isSigned) return 'signedPercentage';
  return KINDS[kind].format;
}

/** `null` for a text, and for a date that is too early for Excel. */
function toNumber(kind: ColumnKind, value: Exclude<CellValue, null>): number | null {
  if (KINDS[kind].format === 'text') return null;
  if (kind === 'date' || kind === 'timestamp') return toSerialDate(String(value));
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`not a number in ${kind}: ${value}`);
}

/** Excel reports a file with a longer text as damaged. */
const MAX_CELL_LENGTH = 32_767;

/** Throws `ExportError` for a text that is too long for a cell. */
export function createTextCell(text: string, address: string, style: number): string {
  if (text === '') return '';
  if (text.length > MAX_CELL_LENGTH) {
    const message = `The file was not saved: a cell of Excel holds at most ${MAX_CELL_LENGTH} characters, and ${address} would have ${text.length}. Choose CSV.`;
    throw new ExportError('not_written', message);
  }
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

const DAY_MS = 86_400_000;

const DAY_ZERO = Date.UTC(1899, 11, 30);

/** Excel has a 29 February 1900, so its dates are right from the day after. */
const FIRST_SERIAL_DATE = '1900-03-01';

const DATE_AND_TIME = /^(.{10})(?:T(\d{2}:\d{2}:\d{2})(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The number that Excel has for a date, or for the local time of an RFC 3339 timestamp: cells know no time zones.
 * `null` if it has none.
 */
export function toSerialDate(text: string): number | null {
  const [, date = '', time = '00:00:00'] = DATE_AND_TIME.exec(text) ?? [];
  if (date < FIRST_SERIAL_DATE || !isCalendarDate(date) || time > '23:59:59') return null;
  return (Date.parse(`${date}T${time}Z`) - DAY_ZERO) / DAY_MS;
}

/** Such as `2026-10-25 02:30:00`: the local time of a number that Excel has for one. */
export function fromSerialDate(serial: number): string {
  const ms = Math.round((serial * DAY_MS) / 1_000) * 1_000;
  return new Date(DAY_ZERO + ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** Most texts contain nothing that needs an escape. */
const MAY_NEED_ESCAPE = /[^ -~]|["&<>_]/;

/** Characters that XML 1.0 does not allow, and the carriage return, which XML readers turn into a line feed. */
const NOT_IN_XML = /[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]/gv;

/** A text that looks like an escape, or does so when its next character is escaped. */
const LIKE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}[_[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]])/gv;

/** Makes XML of a text. What XML cannot hold is written as Excel does it: `_xHHHH_`. */
export function escapeXml(text: string): string {
  if (!MAY_NEED_ESCAPE.test(text)) return text;
  const escapeCharacter = (character: string) =>
    `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  return text
    .replace(LIKE_ESCAPE, '_x005F_')
    .replace(NOT_IN_XML, escapeCharacter)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const NAMED_CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The inverse of `escapeXml`. */
export function unescapeXml(xml: string): string {
  return xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMED_CHARACTERS[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
