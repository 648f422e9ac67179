import { unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import { type ZipEntries, zipStream } from '../zip.ts';
import { inOneLine } from './document-facts.ts';
import { dayText, headingOf, PDF_LABELS } from './pdf-text.ts';
import { paperTables } from './printed-tables.ts';
import type { DocumentEnd, ExportDocument, Writer } from './writer.ts';
import { stylesPart, xmlText } from './xlsx-cells.ts';
import { createFactsSheet, createTotalsSheet } from './xlsx-facts.ts';
import { createSheet, hasTotals, noteOf, notesOf, type Sheet, type SheetDeps, sheetColumns } from './xlsx-sheet.ts';

const ROWS_OF_SHEET = 1_048_576;

/** The header. */
const ROWS_OF_OURS = 1;

/** Written here because a library holds the whole table: 410 MB for 100,000 rows. */
export const xlsxWriter: Writer = {
  extension: 'xlsx',
  maxRows: ROWS_OF_SHEET - ROWS_OF_OURS,
  write: (document, batches, end) =>
    zipStream(document.asOf.slice(0, 19), (entries) => fillWorkbook(entries, document, batches, end)),
};

type Batches = AsyncIterable<readonly ExportRow[]>;

async function fillWorkbook(
  entries: ZipEntries,
  document: ExportDocument,
  batches: Batches,
  end: () => DocumentEnd,
): Promise<void> {
  const book = startWorkbook(entries, document, end);
  await (document.sectionColumn === null
    ? fillList(book, document, batches, end)
    : fillReport(book, document, batches, end));
  const title = headingOf(document);
  addWorkbookParts(entries, book.sheets, { ...document, title, note: unknownNote(end().unknown, document.language) });
}

/** Sheets lie in the zip in the order in which they are added. */
function startWorkbook(entries: ZipEntries, document: ExportDocument, end: () => DocumentEnd) {
  const { language, isForImport } = document;
  const nameSheet = createSheetNames();
  const sheets: NamedSheet[] = [];

  async function add(wanted: string, sheet: Sheet): Promise<void> {
    await entries.addStream(sheetPath(sheets.length), sheet.chunks());
    sheets.push({ name: nameSheet(wanted), headerRows: sheet.headerRows, range: sheet.range() });
  }

  return {
    sheets,
    addRows(
      rows: SheetDeps['rows'],
      { title, sheetName, amounts, columns }: Pick<PaperTable, 'title' | 'sheetName' | 'amounts' | 'columns'>,
      notes: SheetDeps['notes'],
      hasTitle = false,
    ) {
      const above = hasTitle && title !== null ? titleOf(title, document) : null;
      const table = { columns: sheetColumns(columns, language, document.fixed), rows, title: above };
      const sheet = createSheet({
        language,
        ...table,
        isFirst: sheets.length === 0,
        fixed: document.fixed,
        page: () => ({ ...document, asOf: end().asOf, ...(amounts !== undefined && { amounts }) }),
        notes,
      });
      return add(sheetName ?? title ?? sheetTitle(document), sheet);
    },
    /** A sheet of their own: a program that reads that of the rows would take them for one more. */
    async addTotals(end: DocumentEnd) {
      const notes = notesOf(document, end);
      if (!hasTotals(document) && notes.length === 0) return;
      await add(
        hasTotals(document) ? PDF_LABELS[language].total : ATTENTION[language],
        createTotalsSheet(document, end, notes),
      );
    },
    /** Not where a program imports the file. */
    async addFacts(end: DocumentEnd) {
      if (isForImport) return;
      await add(PDF_LABELS[language].about, createFactsSheet(document, end, sheets.length === 0));
    },
  };
}

/** The sheet of what a list without totals lacks. */
const ATTENTION = { nl: 'Let op', en: 'Please note' };

type Workbook = ReturnType<typeof startWorkbook>;

/** The list is the first sheet, with nothing but its rows, for a program that reads it; what the file is comes last. */
async function fillList(
  book: Workbook,
  document: ExportDocument,
  batches: Batches,
  end: () => DocumentEnd,
): Promise<void> {
  const { columns } = document;
  const rows = batches[Symbol.asyncIterator]();
  try {
    await book.addRows({ [Symbol.asyncIterator]: () => rows }, { title: null, columns }, () => []);
  } finally {
    await rows.return?.();
  }
  const known = end();
  await book.addTotals(known);
  for (const table of known.summaries) await book.addRows([table.rows], table, () => noteOf(table));
  await book.addFacts(known);
}

async function fillReport(
  book: Workbook,
  document: ExportDocument,
  batches: Batches,
  end: () => DocumentEnd,
): Promise<void> {
  const rows: ExportRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  const known = end();
  await book.addFacts(known);
  const tables = paperTables(document, rows, { paper: known.sheets, summaries: [] });
  for (const table of tables) {
    const ofFile = table === tables.at(-1) ? notesOf(document, known) : [];
    await book.addRows([table.rows], table, () => [...noteOf(table), ...ofFile], known.sheets !== null);
  }
}

const LONGEST_TITLE = 120;

/** Above the headings of a report: of one shop or location it does not read as that of all. */
function titleOf(title: string, { place }: ExportDocument): string {
  return inOneLine([title, ...(place === null ? [] : [place])], LONGEST_TITLE);
}

/** The longest that has a day fits as it is without a word between them. */
function sheetTitle({ title, day, language }: ExportDocument): string {
  return day === undefined ? title : `${title} ${dayText(day, language)}`;
}

const MOST_CHARACTERS = 31;

const NOT_IN_NAMES = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Excel keeps it for its own list of changes. */
const RESERVED = 'history';

const ELLIPSIS = '…';

export function createSheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED]);
  return (wanted) => {
    // A pattern for its end would take minutes over thousands of spaces.
    const whole = allowed(wanted.slice(0, 4 * MOST_CHARACTERS));
    let name = shortened(whole, MOST_CHARACTERS);
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = numbered(whole, ` (${count})`);
    taken.add(name.toLowerCase());
    return name;
  };
}

function allowed(wanted: string): string {
  const name = trimmed(wanted.replace(NOT_IN_NAMES, '-'));
  return name === '' ? '-' : name;
}

function numbered(whole: string, ending: string): string {
  return shortened(whole, MOST_CHARACTERS - ending.length) + ending;
}

/** Cut behind a word, unless that would leave less than half of the room. */
function shortened(name: string, units: number): string {
  if (name.length <= units) return name;
  const start = cut(name, units - ELLIPSIS.length);
  const wordEnd = name[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  const kept = wordEnd < units / 2 ? start : start.slice(0, wordEnd);
  return trimmed(kept).replace(/[,;:.]+$/, '') + ELLIPSIS;
}

/** Neither at its beginning nor at its end may a name have an apostrophe. */
function trimmed(name: string): string {
  return name.replace(/^['\s]+|['\s]+$/g, '');
}

/** Excel counts UTF-16 code units; half a character would be none at all. */
function cut(name: string, units: number): string {
  return name.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
}

interface NamedSheet {
  readonly name: string;
  readonly headerRows: number;
  /** Of its filter, such as `A1:J100`; null for none. */
  readonly range: string | null;
}

interface DocumentProperties extends Pick<ExportDocument, 'title' | 'asOf'> {
  /** What the file lacks; null where it is nothing. */
  readonly note: string | null;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE_LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const PACKAGE_TYPE = 'application/vnd.openxmlformats-package';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** All parts but the sheets; they lie behind these, for they name each of them. */
function addWorkbookParts(entries: ZipEntries, sheets: readonly NamedSheet[], properties: DocumentProperties): void {
  entries.addText('xl/workbook.xml', workbook(sheets));
  entries.addText('xl/_rels/workbook.xml.rels', workbookLinks(sheets));
  entries.addText('xl/styles.xml', stylesPart());
  entries.addText('docProps/core.xml', coreProperties(properties));
  entries.addText('_rels/.rels', packageLinks());
  entries.addText('[Content_Types].xml', contentTypes(sheets));
}

function workbook(sheets: readonly NamedSheet[]): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_LINK}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${sheets.map(definedNames).join('')}</definedNames></workbook>`;
}

/** Excel keeps each filter under a hidden name as well, and the rows that are printed on every page. */
function definedNames({ name, headerRows, range }: NamedSheet, index: number): string {
  const sheet = `'${xmlText(name.replaceAll("'", "''"))}'`;
  const defined = (id: string, more: string, cells: string) =>
    `<definedName name="_xlnm.${id}" localSheetId="${index}"${more}>${sheet}!${cells}</definedName>`;
  const filtered = range?.replace(/[A-Z]+|\d+/g, '$$$&');
  return (
    (filtered === undefined ? '' : defined('_FilterDatabase', ' hidden="1"', filtered)) +
    (headerRows > 0 ? defined('Print_Titles', '', `$1:$${headerRows}`) : '')
  );
}

function workbookLinks(sheets: readonly NamedSheet[]): string {
  const links = sheets.map((_, index) =>
    link(`rId${index + 1}`, `${OFFICE_LINK}/worksheet`, `worksheets/sheet${index + 1}.xml`),
  );
  const styles = link(`rId${sheets.length + 1}`, `${OFFICE_LINK}/styles`, 'styles.xml');
  return relationships([...links, styles]);
}

function packageLinks(): string {
  return relationships([
    link('rId1', `${OFFICE_LINK}/officeDocument`, 'xl/workbook.xml'),
    link('rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'),
  ]);
}

function relationships(links: readonly string[]): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`;
}

function link(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
}

function coreProperties({ title, asOf, note }: DocumentProperties): string {
  const described = note === null ? '' : `<dc:description>${xmlText(note)}</dc:description>`;
  const instant = new Date(asOf).toISOString().replace(/\.\d+Z$/, 'Z');
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title>${described}<dcterms:created xsi:type="dcterms:W3CDTF">${instant}</dcterms:created></cp:coreProperties>`;
}

function contentTypes(sheets: readonly NamedSheet[]): string {
  const parts = [
    overridden('/xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`),
    ...sheets.map((_, index) => overridden(`/${sheetPath(index)}`, `${SHEET_TYPE}.worksheet+xml`)),
    overridden('/xl/styles.xml', `${SHEET_TYPE}.styles+xml`),
    overridden('/docProps/core.xml', `${PACKAGE_TYPE}.core-properties+xml`),
  ];
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${PACKAGE_TYPE}.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

function overridden(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="${type}"/>`;
}
