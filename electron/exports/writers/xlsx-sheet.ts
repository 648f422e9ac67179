import { sumOf } from '../../../shared/money.ts';
import type { PaperTable } from '../dataset.ts';
import { createDocumentHead, holdsPeople, joinInOneLine, listDocumentLimits } from './document-facts.ts';
import { PDF_LABELS } from './pdf-text.ts';
import type { ExportDocument } from './writer.ts';
import { escapeXml } from './xlsx-cells.ts';

/** The texts at the top and bottom of each printed page. */
export type PageTexts = Pick<
  ExportDocument,
  'company' | 'title' | 'day' | 'period' | 'asOf' | 'language' | 'place' | 'filters' | 'columns'
> &
  Pick<PaperTable, 'amounts'>;

export interface SheetForm {
  /** The width of each column, in characters. */
  readonly widths: readonly number[];
  /** How many rows stay in view and are printed on every page. */
  readonly headerRows: number;
  /** Laid out like paper: upright, without the lines between cells. */
  readonly isPaper?: boolean;
}

export interface SheetEnd {
  readonly page: PageTexts;
  /** The headings and the rows to filter, such as `A1:J100`; `null` for none. */
  readonly filterRange: string | null;
  /** Cells whose texts may look like numbers but stay texts, such as SKUs; `null` if there are none. */
  readonly textRange: string | null;
}

/** Creates a row from its number. */
export type Line = (row: number) => string;

export interface SheetNote {
  readonly text: string;
  readonly isWarning: boolean;
}

/** The height of a line of text, in points. */
const LINE_HEIGHT = 15;

/** The XML of a sheet up to its rows. */
export function startSheet({ widths, headerRows, isPaper = false }: SheetForm, isFirst: boolean): string {
  const below = `A${headerRows + 1}`;
  const pane = `<pane ySplit="${headerRows}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`;
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView${isPaper ? ' showGridLines="0"' : ''}${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${headerRows === 0 ? '' : pane}</sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="${LINE_HEIGHT}"/>
<cols>${columns.join('')}</cols>
<sheetData>`;
}

/** Wider sheets are printed in landscape. */
const MAX_PORTRAIT_WIDTH = 95;

/** The XML after the rows. A sheet is printed as wide as one page. */
export function endSheet({ widths, isPaper = false }: SheetForm, { page, filterRange, textRange }: SheetEnd): string {
  const isWide = !isPaper && sumOf(widths, (width) => width) > MAX_PORTRAIT_WIDTH;
  const orientation = isWide ? 'landscape' : 'portrait';
  const filter = filterRange === null ? '' : `<autoFilter ref="${filterRange}"/>`;
  // Otherwise Excel marks each SKU as a mistyped number.
  const ignored = textRange === null ? '' : `<ignoredError sqref="${textRange}" numberStoredAsText="1"/>`;
  return `</sheetData>
${filter}<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.7" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>
<headerFooter><oddHeader>${escapeXml(createPageHead(page))}</oddHeader><oddFooter>${escapeXml(createPageFoot(page))}</oddFooter></headerFooter>
${ignored === '' ? '' : `<ignoredErrors>${ignored}</ignoredErrors>`}</worksheet>`;
}

/** Excel accepts no more, codes included. */
const MAX_PAGE_HEAD = 255;

const MAX_PAGE_HEAD_PART = 70;

const MAX_LIMITS_LENGTH = 95;

/** What limits the rows is a line below the title. */
function createPageHead(page: PageTexts): string {
  const [company, title, days] = [page.company, ...createDocumentHead(page)].map((text) =>
    escapeCodes([text], MAX_PAGE_HEAD_PART),
  );
  const createHead = (below: string) => `&L${company}&C${title}${below}&R${days}`;
  const limits = [...listDocumentLimits(page), ...(page.amounts === undefined ? [] : [page.amounts])];
  if (limits.length === 0) return createHead('');
  const room = MAX_PAGE_HEAD - createHead('\n').length;
  return createHead(`\n${escapeCodes(limits, Math.min(room, MAX_LIMITS_LENGTH))}`);
}

function createPageFoot({ language, columns }: PageTexts): string {
  const labels = PDF_LABELS[language];
  return `&L&A${holdsPeople({ columns }) ? `&C${labels.hasPeople}` : ''}&R${labels.page('&P', '&N')}`;
}

/** In a head, `&` begins a code and `&&` is an ampersand. Half of one, which a cut leaves, is removed. */
function escapeCodes(texts: readonly string[], maxLength: number): string {
  const escaped = texts.map((text) => text.replaceAll(/\s+/g, ' ').replaceAll('&', '&&'));
  return joinInOneLine(escaped, maxLength).replaceAll(/(?<!&)((?:&&)*)&(?!&)/g, '$1');
}

/** As high as its text, or as `lines` lines, because not every program computes the height. */
export function createRow(number: number, cells: string, lines = 1): string {
  const height = lines === 1 ? '' : ` ht="${lines * LINE_HEIGHT}" customHeight="1"`;
  return `<row r="${number}"${height}>${cells}</row>`;
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}
