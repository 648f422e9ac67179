import type { CopiedCell } from './copied-cell.ts';

/** A table in the two forms that programs paste. */
export interface CopiedTable {
  /** Cells with tabs between them. */
  readonly text: string;
  readonly html: string;
}

/** Excel's own way to say that a cell is text. */
const TEXT_CELL = ` style="mso-number-format:'\\@'"`;
const LINE_BREAK = '<br style="mso-data-placement:same-cell">';

/**
 * Excel pastes the HTML, in which text is text, whatever it begins with. Where only plain text is taken, such as in
 * an editor, cells are as they are, in quotes where they would break the table, as Excel itself copies them: a
 * character put in front of them would change the data.
 */
export function copiedTable(headers: readonly string[], rows: readonly CopiedTable[]): CopiedTable {
  const head = headers.map((header) => `<th>${escaped(header)}</th>`).join('');
  const body = rows.map(({ html }) => html).join('\n');
  return {
    text: [headers.map(quoted).join('\t'), ...rows.map(({ text }) => text)].join('\r\n'),
    html: `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`,
  };
}

/** One row of it, so that many can be made bit by bit. */
export function copiedRow(cells: readonly CopiedCell[]): CopiedTable {
  return {
    text: cells.map(({ text }) => quoted(text)).join('\t'),
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
