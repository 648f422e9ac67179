import { unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { type ZipEntries, zipStream } from '../zip.ts';
import { dayText, headingOf } from './pdf-text.ts';
import { type DocumentEnd, type ExportDocument, formattedText, type Writer } from './writer.ts';
import { stylesPart, xmlText } from './xlsx-cells.ts';
import { createSheet, sectionsOf, sheetColumns } from './xlsx-sheet.ts';

const ROWS_OF_SHEET = 1_048_576;

/** The header, and below the table a free row, the totals and the notes on them, on missing rows and on missing figures. */
const ROWS_OF_OURS = 6;

/** Written here because a library holds the whole table: 410 MB for 100,000 rows. */
export const xlsxWriter: Writer = {
  extension: 'xlsx',
  maxRows: ROWS_OF_SHEET - ROWS_OF_OURS,
  write: (document, batches, end) =>
    zipStream(document.asOf.slice(0, 19), (entries) => fillWorkbook(entries, document, batches, end)),
};

async function fillWorkbook(
  entries: ZipEntries,
  document: ExportDocument,
  batches: AsyncIterable<readonly ExportRow[]>,
  end: () => DocumentEnd,
): Promise<void> {
  const columns = columnsOf(document);
  const nameSheet = createSheetNames();
  const sheets: NamedSheet[] = [];
  for await (const section of sectionsOf(batches, sectionNaming(document))) {
    const sheet = createSheet({ document, columns, section, isFirst: sheets.length === 0, end });
    await entries.addStream(sheetPath(sheets.length), sheet.chunks());
    sheets.push({ name: nameSheet(section.name ?? sheetTitle(document)), range: sheet.range() });
  }
  const title = headingOf(document);
  addWorkbookParts(entries, sheets, { ...document, title, note: unknownNote(end().unknown, document.language) });
}

/** The name of a sheet is that of its section, so that no column repeats it. */
function columnsOf({ columns, sectionColumn, language }: ExportDocument) {
  const others = columns.filter(({ id }) => id !== sectionColumn);
  return sheetColumns(others.length === 0 ? columns : others, language);
}

function sectionNaming(document: ExportDocument) {
  const { columns, sectionColumn, language } = document;
  if (sectionColumn === null) return () => sheetTitle(document);
  const { kind, choices } = columns.find(({ id }) => id === sectionColumn) ?? PLAIN_TEXT;
  return (row: ExportRow) => formattedText({ kind, choices }, row[sectionColumn] ?? null, language);
}

/** The longest that has a day fits as it is without a word between them. */
function sheetTitle({ title, day, language }: ExportDocument): string {
  return day === undefined ? title : `${title} ${dayText(day, language)}`;
}

const PLAIN_TEXT = { kind: 'text', choices: {} } as const;

const MOST_CHARACTERS = 31;

const NOT_IN_NAMES = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Excel keeps it for its own list of changes. */
const RESERVED = 'history';

const ELLIPSIS = '…';

export function createSheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED]);
  return (wanted) => {
    const whole = allowed(wanted);
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
  return trimmed(wordEnd < units / 2 ? start : start.slice(0, wordEnd)) + ELLIPSIS;
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
  /** Of its table, such as `A1:J100`. */
  readonly range: string;
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
function definedNames({ name, range }: NamedSheet, index: number): string {
  const sheet = `'${xmlText(name.replaceAll("'", "''"))}'`;
  const filtered = range.replace(/[A-Z]+|\d+/g, '$$$&');
  return (
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${sheet}!${filtered}</definedName>` +
    `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${sheet}!$1:$1</definedName>`
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
