import type { Language } from '../../../shared/contract/language.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { sumOf } from '../../../shared/money.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import { documentHead, documentLimits, holdsPeople, inOneLine } from './document-facts.ts';
import { PDF_LABELS } from './pdf-text.ts';
import { type ExportDocument, joinRows } from './writer.ts';
import { createRowCell, createTextCell, escapeXml, getColumnWidth, holdsTexts, STYLES } from './xlsx-cells.ts';

/** What a sheet says at the top and bottom of each printed page. */
export type PageTexts = Pick<
  ExportDocument,
  'company' | 'title' | 'day' | 'period' | 'asOf' | 'language' | 'place' | 'filters' | 'columns'
> &
  Pick<PaperTable, 'amounts'>;

export interface SheetNote {
  readonly text: string;
  readonly isWarning: boolean;
}

export interface TableSheet {
  readonly columns: readonly DatasetColumn[];
  readonly rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>;
  readonly language: Language;
  /** Above the headings; null for none. */
  readonly title: string | null;
  readonly isFirst: boolean;
  /** What is known when the rows are at their end. */
  readonly end: () => { readonly page: PageTexts; readonly notes: readonly SheetNote[] };
}

export interface SheetDescription {
  /** How many rows stay in view and are printed on every page. */
  readonly headerRows: number;
  /** The headings and the rows to filter, such as `A1:J100`. Null for none. */
  readonly filterRange: string | null;
}

export interface SheetXml {
  /** To be read once. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Called after the last chunk. */
  describe(): SheetDescription;
}

/** A row of headings, which stays in view, and the rows of a table below it. */
export function writeTableSheet({ columns, rows: batches, language, title, isFirst, end }: TableSheet): SheetXml {
  const headerRows = title === null ? 1 : 2;
  const letters = columns.map((_, index) => toLetters(index));
  const widths = columns.map(getColumnWidth);
  let lastRow = headerRows;
  let hasSums = false;

  function createHeader(): string {
    const headings = columns.map((column, at) => {
      const style = holdsTexts(column) ? STYLES.heading : STYLES.rightHeading;
      return createTextCell(column.heading[language], `${letters[at]}${headerRows}`, style);
    });
    const titleRow = title === null ? '' : createRow(1, createTextCell(title, 'A1', STYLES.label));
    return titleRow + createRow(headerRows, headings.join(''));
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(startSheet(widths, headerRows, isFirst) + createHeader());
    yield* joinRows(batches, (row) => {
      lastRow += 1;
      hasSums ||= row.isSum === true;
      let cells = '';
      for (const [at, column] of columns.entries()) {
        cells += createRowCell(column, row, `${letters[at]}${lastRow}`, language);
      }
      return createRow(lastRow, cells);
    });
    const { page, notes } = end();
    // Below an empty row: Excel would sort and filter what touches the table.
    const noteRows = notes.map(({ text, isWarning }, index) => {
      const number = lastRow + 2 + index;
      return createRow(number, createTextCell(text, `A${number}`, isWarning ? STYLES.warning : STYLES.note));
    });
    // Excel would mark each SKU as a number that was typed wrongly.
    const ignored = `<ignoredErrors><ignoredError sqref="${getRange()}" numberStoredAsText="1"/></ignoredErrors>`;
    const { filterRange } = describe();
    yield Buffer.from(noteRows.join('') + endSheet(page, widths, filterRange, ignored));
  }

  function getRange(): string {
    return `A${headerRows}:${letters.at(-1)}${lastRow}`;
  }

  /** Totals among the rows are never sorted nor filtered. */
  function describe(): SheetDescription {
    return { headerRows, filterRange: hasSums ? null : getRange() };
  }

  return { chunks, describe };
}

const LINES_WIDTHS = [26, 60];

/** Makes the cells of a line for the number of its row. */
export type SheetLine = (row: number) => string;

/** Lines of a label and what it says. */
export function writeLinesSheet(lines: readonly SheetLine[], page: PageTexts, isFirst: boolean): SheetXml {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const rows = lines.map((createCells, index) => createRow(index + 1, createCells(index + 1)));
    yield Buffer.from(startSheet(LINES_WIDTHS, 0, isFirst) + rows.join('') + endSheet(page, LINES_WIDTHS));
  }
  return { chunks, describe: () => ({ headerRows: 0, filterRange: null }) };
}

function startSheet(widths: readonly number[], headerRows: number, isFirst: boolean): string {
  const below = `A${headerRows + 1}`;
  const pane = `<pane ySplit="${headerRows}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`;
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${headerRows === 0 ? '' : pane}</sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/>
<cols>${columns.join('')}</cols>
<sheetData>`;
}

/** Wider sheets are printed on paper that lies across. */
const MAX_PORTRAIT_WIDTH = 95;

/** A sheet is printed as wide as one page. */
function endSheet(
  page: PageTexts,
  widths: readonly number[],
  filterRange: string | null = null,
  ignoredErrors = '',
): string {
  const orientation = sumOf(widths, (width) => width) > MAX_PORTRAIT_WIDTH ? 'landscape' : 'portrait';
  const filter = filterRange === null ? '' : `<autoFilter ref="${filterRange}"/>`;
  return `</sheetData>
${filter}<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.7" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>
<headerFooter><oddHeader>${escapeXml(createPageHead(page))}</oddHeader><oddFooter>${escapeXml(createPageFoot(page))}</oddFooter></headerFooter>
${ignoredErrors}</worksheet>`;
}

/** Excel takes no more, with its codes. */
const MAX_PAGE_HEAD = 255;

const MAX_PAGE_HEAD_PART = 70;

const MAX_LIMITS_LENGTH = 95;

/** What limits the rows is a line below the title. */
function createPageHead(page: PageTexts): string {
  const [company, title, days] = [page.company, ...documentHead(page)].map((text) =>
    escapeCodes([text], MAX_PAGE_HEAD_PART),
  );
  const createHead = (below: string) => `&L${company}&C${title}${below}&R${days}`;
  const limits = [...documentLimits(page), ...(page.amounts === undefined ? [] : [page.amounts])];
  if (limits.length === 0) return createHead('');
  const room = MAX_PAGE_HEAD - createHead('\n').length;
  return createHead(`\n${escapeCodes(limits, Math.min(room, MAX_LIMITS_LENGTH))}`);
}

function createPageFoot({ language, columns }: PageTexts): string {
  const labels = PDF_LABELS[language];
  return `&L&A${holdsPeople({ columns }) ? `&C${labels.hasPeople}` : ''}&R${labels.page('&P', '&N')}`;
}

/** There `&` begins a code and `&&` is an ampersand. Half of one, which a cut leaves, is removed. */
function escapeCodes(texts: readonly string[], maxLength: number): string {
  const escaped = texts.map((text) => text.replaceAll(/\s+/g, ' ').replaceAll('&', '&&'));
  return inOneLine(escaped, maxLength).replaceAll(/(?<!&)((?:&&)*)&(?!&)/g, '$1');
}

function createRow(number: number, cells: string): string {
  return `<row r="${number}">${cells}</row>`;
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}
