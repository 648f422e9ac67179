import type { ZipEntries } from '../zip-stream.ts';
import { stylesPart } from './cell-style.ts';
import { xmlText } from './xml-text.ts';

/** A sheet that has been written. */
export interface NamedSheet {
  readonly name: string;
  /** Of its table, such as `A1:J100`. */
  readonly range: string;
}

interface DocumentProperties {
  readonly title: string;
  /** RFC 3339. */
  readonly created: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PACKAGE_TYPE = 'application/vnd.openxmlformats-package';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** All parts but the sheets; they lie behind these, for they name each of them. */
export function addWorkbookParts(
  entries: ZipEntries,
  sheets: readonly NamedSheet[],
  properties: DocumentProperties,
): void {
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

function coreProperties({ title, created }: DocumentProperties): string {
  const instant = new Date(created).toISOString().replace(/\.\d+Z$/, 'Z');
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title><dcterms:created xsi:type="dcterms:W3CDTF">${instant}</dcterms:created></cp:coreProperties>`;
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
