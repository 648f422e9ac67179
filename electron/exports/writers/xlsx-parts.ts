import type { ZipEntries } from '../zip.ts';
import type { ExportDocument } from './writer.ts';
import { createStyles, escapeXml } from './xlsx-cells.ts';
import type { SheetDescription } from './xlsx-sheet.ts';

export interface NamedSheet extends SheetDescription {
  readonly name: string;
}

const MAX_SHEET_NAME = 31;

const NOT_IN_SHEET_NAMES = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Excel refuses this name, because it uses it itself. */
const RESERVED_NAME = 'history';

/** Makes names that Excel accepts, each once. */
export function createSheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED_NAME]);
  return (wanted) => {
    const whole = trimSheetName(wanted.slice(0, 4 * MAX_SHEET_NAME).replace(NOT_IN_SHEET_NAMES, '-')) || '-';
    let name = shortenSheetName(whole, MAX_SHEET_NAME);
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      const ending = ` (${count})`;
      name = shortenSheetName(whole, MAX_SHEET_NAME - ending.length) + ending;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

function shortenSheetName(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  return `${trimSheetName(name.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}

/** A name may neither begin nor end with an apostrophe. */
function trimSheetName(name: string): string {
  return name.replace(/^['\s]+|['\s]+$/g, '');
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const PACKAGE_TYPE = 'application/vnd.openxmlformats-package';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function getSheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

interface WorkbookProperties extends Pick<ExportDocument, 'title' | 'asOf'> {
  /** Says what the file lacks; `null` if it is complete. */
  readonly note: string | null;
}

/** Adds all parts but the sheets. They name each sheet, so they lie behind these. */
export function addWorkbookParts(
  entries: ZipEntries,
  sheets: readonly NamedSheet[],
  { title, asOf, note }: WorkbookProperties,
): void {
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

/** Excel keeps the range of a filter under a hidden name, too, and the rows that are printed on every page. */
function createDefinedNames({ name, headerRows, filterRange }: NamedSheet, index: number): string {
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
