import type { ExportRow } from '../dataset.ts';
import { type ZipEntries, zipStream } from '../zip-stream.ts';
import { createSheet } from './sheet.ts';
import { sheetColumns } from './sheet-columns.ts';
import { createSheetNames } from './sheet-name.ts';
import { sectionsOf } from './sheet-sections.ts';
import { shownText } from './shown-text.ts';
import { addWorkbookParts, type NamedSheet, sheetPath } from './workbook-parts.ts';
import type { DocumentEnd, ExportDocument, Writer } from './writer.ts';

const ROWS_OF_SHEET = 1_048_576;
/** The header, and below the table a free row, the totals and what is said of missing rows. */
const ROWS_OF_OURS = 4;

/**
 * A workbook for Excel with a sheet, or one for each section. The parts are written here because a library would
 * hold the whole table: 100,000 rows took one 410 MB, where this takes the same few for any number of rows.
 */
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
    sheets.push({ name: nameSheet(section.name ?? document.title), range: sheet.range() });
  }
  addWorkbookParts(entries, sheets, { title: document.title, created: document.asOf });
}

/** The sheet's name says what its section is, so that no column has to. */
function columnsOf({ columns, sectionColumn, language }: ExportDocument) {
  const others = columns.filter(({ id }) => id !== sectionColumn);
  return sheetColumns(others.length === 0 ? columns : others, language);
}

function sectionNaming({ columns, sectionColumn, title, language }: ExportDocument) {
  if (sectionColumn === null) return () => title;
  const { kind, choices } = columns.find(({ id }) => id === sectionColumn) ?? PLAIN_TEXT;
  return (row: ExportRow) => shownText({ kind, choices }, row[sectionColumn] ?? null, language);
}

const PLAIN_TEXT = { kind: 'text', choices: {} } as const;
