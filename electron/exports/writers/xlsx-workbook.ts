import { shortenText } from '../../../shared/paper-text.ts';
import type { ZipEntries } from '../zip.ts';
import type { ExportDocument } from './writer.ts';
import { createStyles, escapeXml } from './xlsx-cells.ts';
import { endSheet, type SheetEnd, type SheetForm, startSheet } from './xlsx-sheet.ts';

export interface Sheet extends SheetForm {
  /** In our own words, unique in its workbook. */
  readonly name: string;
  /** The XML of the rows, to be read once. */
  readonly rows: AsyncIterable<Uint8Array>;
  /** Called after the last row. */
  readonly end: () => SheetEnd;
}

interface WorkbookProperties extends Pick<ExportDocument, 'title' | 'asOf'> {
  /** Says what the file lacks; `null` if it is complete. */
  readonly note: string | null;
}

type AddedSheet = Pick<Sheet, 'name' | 'headerRows'> & Pick<SheetEnd, 'filterRange'>;

/** A workbook whose sheets are in the zip in the order in which they are added. `finish` adds the other parts. */
export function createWorkbook(entries: ZipEntries) {
  const sheets: AddedSheet[] = [];

  return {
    /** Writes a sheet while its rows are read. */
    async addSheet({ name, rows, end, ...form }: Sheet): Promise<void> {
      let filterRange: string | null = null;

      async function* chunks(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(startSheet(form, sheets.length === 0));
        yield* rows;
        const known = end();
        ({ filterRange } = known);
        yield Buffer.from(endSheet(form, known));
      }

      await entries.addStream(getSheetPath(sheets.length), chunks());
      sheets.push({ name: toSheetName(name), headerRows: form.headerRows, filterRange });
    },
    finish: (properties: WorkbookProperties) => addParts(entries, sheets, properties),
  };
}

const MAX_SHEET_NAME = 31;

/** Such as the `/` of an English day. */
const NOT_IN_SHEET_NAMES = /[[\]:*?/\\]/g;

/** The name as Excel accepts it. */
export function toSheetName(name: string): string {
  return shortenText(name.replace(NOT_IN_SHEET_NAMES, '-'), MAX_SHEET_NAME);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const PACKAGE_TYPE = 'application/vnd.openxmlformats-package';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function getSheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

function addParts(entries: ZipEntries, sheets: readonly AddedSheet[], { title, asOf, note }: WorkbookProperties): void {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = sheets.map(createDefinedNames).join('');
  entries.addText(
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${names}</definedNames></workbook>`,
  );
  entries.addText(
    'xl/_rels/workbook.xml.rels',
    createLinks([
      ...sheets.map((_, index) => [`${OFFICE}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const),
      [`${OFFICE}/styles`, 'styles.xml'],
    ]),
  );
  entries.addText('xl/styles.xml', createStyles());
  const description = note === null ? '' : `<dc:description>${escapeXml(note)}</dc:description>`;
  const created = new Date(asOf).toISOString().replace(/\.\d+Z$/, 'Z');
  entries.addText(
    'docProps/core.xml',
    `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title>${description}<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`,
  );
  entries.addText(
    '_rels/.rels',
    createLinks([
      [`${OFFICE}/officeDocument`, 'xl/workbook.xml'],
      [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  );
  const types = [
    ['xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`],
    ...sheets.map((_, index) => [getSheetPath(index), `${SHEET_TYPE}.worksheet+xml`]),
    ['xl/styles.xml', `${SHEET_TYPE}.styles+xml`],
    ['docProps/core.xml', `${PACKAGE_TYPE}.core-properties+xml`],
  ];
  const parts = types.map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`);
  entries.addText(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${PACKAGE_TYPE}.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`,
  );
}

/** Excel stores the range of a filter under a hidden name, and so the rows that are printed on every page. */
function createDefinedNames({ name, headerRows, filterRange }: AddedSheet, index: number): string {
  const sheet = `'${escapeXml(name.replaceAll("'", "''"))}'`;
  const define = (id: string, more: string, cells: string) =>
    `<definedName name="_xlnm.${id}" localSheetId="${index}"${more}>${sheet}!${cells}</definedName>`;
  const filtered = filterRange?.replace(/[A-Z]+|\d+/g, '$$$&');
  return (
    (filtered === undefined ? '' : define('_FilterDatabase', ' hidden="1"', filtered)) +
    (headerRows > 0 ? define('Print_Titles', '', `$1:$${headerRows}`) : '')
  );
}

function createLinks(links: readonly (readonly [type: string, target: string])[]): string {
  const listed = links.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${listed.join('')}</Relationships>`;
}
