import { isValidElement, type ReactNode } from 'react';
import { guardFormulas } from '../../../shared/formula-text.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import type { TableColumn } from './table-column.ts';

/** A table in the two formats that programs paste. */
export interface CopiedTable {
  /** Cells separated by tabs. */
  readonly text: string;
  readonly html: string;
}

/** Marks a text cell: for Excel, and for LibreOffice by language number and format. */
const TEXT_CELL = ` style="mso-number-format:'\\@'" sdnum="1043;0;@"`;

const LINE_BREAK = '<br style="mso-data-placement:same-cell">';

/**
 * Spreadsheets paste the HTML, which marks its text cells. Plain text has no types, so a text that a spreadsheet could
 * take for a formula gets an apostrophe, as in the CSV for Excel. A cell with tabs or line breaks is quoted, as Excel
 * does when copying.
 */
export function formatTable(headers: readonly string[], rows: readonly CopiedTable[]): CopiedTable {
  const head = headers.map((header) => `<th${TEXT_CELL}>${escapeHtml(header)}</th>`).join('');
  const body = rows.map(({ html }) => html).join('\n');
  return {
    text: [headers.map((header) => quote(guardFormulas(header))).join('\t'), ...rows.map(({ text }) => text)].join(
      '\r\n',
    ),
    html: `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`,
  };
}

/** Formats one row, so that many rows can be formatted in steps. */
export function formatRow(cells: readonly CopiedCell[]): CopiedTable {
  return {
    text: cells.map(({ text, isText }) => quote(isText ? guardFormulas(text) : text)).join('\t'),
    html: `<tr>${cells.map(formatHtmlCell).join('')}</tr>`,
  };
}

function quote(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function formatHtmlCell({ text, isText }: CopiedCell): string {
  return `<td${isText ? TEXT_CELL : ''}>${escapeHtml(text)}</td>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', ' ')
    .replaceAll(/\r\n|\r|\n/g, LINE_BREAK);
}

interface CopiedCell {
  readonly text: string;
  /** Paste as text: leading zeros stay, and it does not become a formula. */
  readonly isText: boolean;
}

const FIGURE = /^[+-]?\d[\d.,]*%?$/;

/** Removes the unit and spaces of figures and uses a plain minus, so that a spreadsheet reads them as numbers. */
export function formatCell<Row>(column: TableColumn<Row>, row: Row, format: NumberFormat): CopiedCell {
  const text = getCopiedText(column, row, format);
  if (text === '') return { text, isText: false };
  if (column.kind === 'text') return { text, isText: true };
  if (column.kind === 'moment') return { text, isText: guardFormulas(text) !== text };
  const figure = text.replace('−', '-').replace(/[€\s]/g, '');
  return FIGURE.test(figure) ? { text: figure, isText: false } : { text, isText: true };
}

function getCopiedText<Row>({ kind, copied, cell }: TableColumn<Row>, row: Row, format: NumberFormat): string {
  const value = copied ? copied(row) : extractText(cell(row));
  if (typeof value === 'number') return kind === 'amount' ? format.unitPrice(value) : format.quantity(value);
  return value ?? '';
}

/** The text inside elements. Text that a component renders itself is not found. */
function extractText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(extractText).join('');
  return isValidElement<{ readonly children?: ReactNode }>(node) ? extractText(node.props.children) : '';
}

/** Puts a text on the clipboard. Rejects if the window may not use it. */
export async function writeText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Puts a table on the clipboard. Rejects if the window may not use it. */
export async function writeTable(table: CopiedTable): Promise<void> {
  if (copyAsUser(table)) return;
  const blobs = Object.entries(listFormats(table)).map(([type, data]) => [type, new Blob([data], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}

/**
 * Copies as if the user did it on the page, which works only a few seconds after a key or click. Preferred because the
 * other way parses the HTML as if it were shown, so that the content security policy reports every style in it.
 */
function copyAsUser(table: CopiedTable): boolean {
  const fill = (event: ClipboardEvent) => {
    for (const [type, data] of Object.entries(listFormats(table))) event.clipboardData?.setData(type, data);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill);
  }
}

function listFormats({ text, html }: CopiedTable): Readonly<Record<string, string>> {
  return { 'text/plain': text, 'text/html': html };
}
