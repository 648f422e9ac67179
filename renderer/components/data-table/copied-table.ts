import { isValidElement, type ReactNode } from 'react';
import { guardFormulas } from '../../../shared/formula-text.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import type { TableColumn } from './table-column.ts';

/** A table in the two forms that programs paste. */
export interface CopiedTable {
  /** Cells with tabs between them. */
  readonly text: string;
  readonly html: string;
}

/** Declares a text cell to Excel, and to LibreOffice by the number of a language and a format. */
const TEXT_CELL = ` style="mso-number-format:'\\@'" sdnum="1043;0;@"`;

const LINE_BREAK = '<br style="mso-data-placement:same-cell">';

/**
 * Spreadsheets paste the HTML, whose cells declare that they are text. Plain text has no types: there a text that a
 * spreadsheet could take for a formula gets an apostrophe, as in the CSV for Excel, and a cell that would break the table
 * is in quotes, as Excel itself copies it.
 */
export function copiedTable(headers: readonly string[], rows: readonly CopiedTable[]): CopiedTable {
  const head = headers.map((header) => `<th${TEXT_CELL}>${escaped(header)}</th>`).join('');
  const body = rows.map(({ html }) => html).join('\n');
  return {
    text: [headers.map((header) => quoted(guardFormulas(header))).join('\t'), ...rows.map(({ text }) => text)].join(
      '\r\n',
    ),
    html: `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`,
  };
}

/** One row of it, so that many can be made bit by bit. */
export function copiedRow(cells: readonly CopiedCell[]): CopiedTable {
  return {
    text: cells.map(({ text, isText }) => quoted(isText ? guardFormulas(text) : text)).join('\t'),
    html: `<tr>${cells.map(cellOf).join('')}</tr>`,
  };
}

function quoted(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellOf({ text, isText }: CopiedCell): string {
  return `<td${isText ? TEXT_CELL : ''}>${escaped(text)}</td>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', ' ')
    .replaceAll(/\r\n|\r|\n/g, LINE_BREAK);
}

/** A cell as it is copied. */
interface CopiedCell {
  readonly text: string;
  /** To be pasted as text: leading zeros stay, and it does not become a formula. */
  readonly isText: boolean;
}

const FIGURE = /^[+-]?\d[\d.,]*%?$/;

/** Figures lose their unit and spaces and get the minus of the keyboard, so that a spreadsheet reads them as numbers. */
export function copiedCell<Row>(column: TableColumn<Row>, row: Row, format: NumberFormat): CopiedCell {
  const text = copiedText(column, row, format);
  if (text === '') return { text, isText: false };
  if (column.kind === 'text') return { text, isText: true };
  if (column.kind === 'moment') return { text, isText: guardFormulas(text) !== text };
  const figure = text.replace('−', '-').replace(/[€\s]/g, '');
  return FIGURE.test(figure) ? { text: figure, isText: false } : { text, isText: true };
}

function copiedText<Row>({ kind, copied, cell }: TableColumn<Row>, row: Row, format: NumberFormat): string {
  const value = copied ? copied(row) : textOf(cell(row));
  if (typeof value === 'number') return kind === 'amount' ? format.unitPrice(value) : format.quantity(value);
  return value ?? '';
}

/** The text inside elements; what a component would draw by itself is not known here. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ readonly children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

/** Puts a text on the clipboard; rejects where the window may not use it. */
export async function writeText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Puts a table on the clipboard; rejects where the window may not use it. */
export async function writeTable(table: CopiedTable): Promise<void> {
  if (copyAsUser(table)) return;
  const blobs = Object.entries(formsOf(table)).map(([type, data]) => [type, new Blob([data], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}

/**
 * As if the user copied from the page: possible until some seconds after a press only. Preferred, since the other
 * way reads the HTML as if it were shown, and the content security policy then reports every style in it.
 */
function copyAsUser(table: CopiedTable): boolean {
  const fill = (event: ClipboardEvent) => {
    for (const [type, data] of Object.entries(formsOf(table))) event.clipboardData?.setData(type, data);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill);
  }
}

function formsOf({ text, html }: CopiedTable): Readonly<Record<string, string>> {
  return { 'text/plain': text, 'text/html': html };
}
