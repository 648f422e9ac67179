import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { NOT_KNOWN, unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import { type ZipEntries, zipStream } from '../zip.ts';
import { documentFacts, inOneLine } from './document-facts.ts';
import { dayText, headingOf, PDF_LABELS } from './pdf-text.ts';
import { paperTables } from './printed-tables.ts';
import { type DocumentEnd, type ExportDocument, shortfallMessage, type Writer } from './writer.ts';
import { createCell, createTextCell, STYLES } from './xlsx-cells.ts';
import { addWorkbookParts, createSheetNames, getSheetPath, type NamedSheet } from './xlsx-parts.ts';
import { type SheetLine, type SheetNote, type SheetXml, writeLinesSheet, writeTableSheet } from './xlsx-sheet.ts';

const MAX_SHEET_ROWS = 1_048_576;

/** Writes each sheet while its rows are read. */
export const xlsxWriter: Writer = {
  extension: 'xlsx',
  // One row is the headings.
  maxRows: MAX_SHEET_ROWS - 1,
  write: (document, batches, end) =>
    zipStream(document.asOf.slice(0, 19), (entries) => writeWorkbook(entries, document, batches, end)),
};

type Batches = AsyncIterable<readonly ExportRow[]>;

/** The rows of a list are the first sheet, for a program that reads it. A report begins with what the file is. */
async function writeWorkbook(
  entries: ZipEntries,
  document: ExportDocument,
  batches: Batches,
  getEnd: () => DocumentEnd,
): Promise<void> {
  const book = startWorkbook(entries, document, getEnd);
  if (document.sectionColumn === null) {
    await book.addTable({ title: null, columns: document.columns }, batches);
    await book.addTotals();
    for (const table of getEnd().summaries) await book.addTable(table, [table.rows]);
    await book.addFacts();
  } else {
    const rows: ExportRow[] = [];
    for await (const batch of batches) rows.push(...batch);
    await book.addFacts();
    const tables = paperTables(document, rows, { paper: getEnd().sheets, summaries: [] });
    for (const table of tables) await book.addTable(table, [table.rows], table === tables.at(-1));
  }
  const note = unknownNote(getEnd().unknown, document.language);
  addWorkbookParts(entries, book.sheets, { title: headingOf(document), asOf: document.asOf, note });
}

const MAX_TITLE_LENGTH = 120;

/** The sheet of what a list without totals lacks. */
const ATTENTION = { nl: 'Let op', en: 'Please note' };

/** Sheets lie in the zip in the order in which they are added. */
function startWorkbook(entries: ZipEntries, document: ExportDocument, getEnd: () => DocumentEnd) {
  const { language, isForImport, place, title: listTitle, day } = document;
  const nameSheet = createSheetNames();
  const sheets: NamedSheet[] = [];

  async function add(name: string, sheet: SheetXml): Promise<void> {
    await entries.addStream(getSheetPath(sheets.length), sheet.chunks());
    sheets.push({ name: nameSheet(name), ...sheet.describe() });
  }

  return {
    sheets,
    addTable(
      { title, sheetName, columns, amounts, note }: Omit<PaperTable, 'rows'>,
      rows: Batches | Iterable<readonly ExportRow[]>,
      isLastOfReport = false,
    ): Promise<void> {
      const end = () => ({
        page: { ...document, asOf: getEnd().asOf, ...(amounts !== undefined && { amounts }) },
        notes: [
          ...(note === undefined ? [] : [{ text: note, isWarning: false }]),
          ...(isLastOfReport ? createNotes(document, getEnd()) : []),
        ],
      });
      const isTitled = document.sectionColumn !== null && getEnd().sheets !== null;
      // A report of one shop shall not look like one of all.
      const heading = isTitled && title ? inOneLine([title, ...(place ? [place] : [])], MAX_TITLE_LENGTH) : null;
      const sheet = { columns, rows, language, title: heading, isFirst: sheets.length === 0, end };
      const name = sheetName ?? title ?? (day === undefined ? listTitle : `${listTitle} ${dayText(day, language)}`);
      return add(name, writeTableSheet(sheet));
    },
    /** On a sheet of their own: a program would take a row of totals for one more row of the list. */
    async addTotals(): Promise<void> {
      const lines = [...createTotalLines(document, getEnd()), ...createNotes(document, getEnd()).map(createNoteLine)];
      if (lines.length === 0) return;
      const name = hasTotals(document) ? PDF_LABELS[language].total : ATTENTION[language];
      await add(name, writeLinesSheet(lines, { ...document, asOf: getEnd().asOf }, false));
    },
    /** Not in a file that a program imports. */
    async addFacts(): Promise<void> {
      if (isForImport) return;
      const page = { ...document, asOf: getEnd().asOf };
      const lines = createFactLines(document, getEnd());
      await add(PDF_LABELS[language].about, writeLinesSheet(lines, page, sheets.length === 0));
    },
  };
}

/** A report has its totals among its rows. */
function hasTotals({ columns, sectionColumn, isForImport }: ExportDocument): boolean {
  return sectionColumn === null && !isForImport && columns.some(({ isSummed }) => isSummed);
}

/** Each total under the name of its column. */
function createTotalLines(document: ExportDocument, { sums, totals }: DocumentEnd): SheetLine[] {
  const { columns, language } = document;
  if (!hasTotals(document)) return [];
  const getTotal = ({ id, isSummed }: DatasetColumn) => (isSummed ? sums[id] : (totals?.cells[id] ?? undefined));
  return columns.flatMap((column) => {
    const total = getTotal(column);
    if (total === undefined) return [];
    const label = column.heading[language];
    return total === null
      ? [createLine(label, 'text', NOT_KNOWN[language], language)]
      : [createLine(label, column.kind, total, language)];
  });
}

function createFactLines(document: ExportDocument, end: DocumentEnd): SheetLine[] {
  const { language, company } = document;
  const labels = PDF_LABELS[language];
  const facts = [
    { label: labels.company, text: company },
    { label: labels.document, text: headingOf(document) },
    ...documentFacts(document, end).flat(),
  ];
  return facts.flatMap(({ label, text, period, moment, count }) => {
    if (count !== undefined) return [createLine(label, 'integer', count, language)];
    if (moment !== undefined) return [createLine(label, 'timestamp', moment, language)];
    if (period === undefined) return [createLine(label, 'text', text, language)];
    return [createLine(labels.from, 'date', period.from, language), createLine(labels.to, 'date', period.to, language)];
  });
}

function createLine(
  label: string,
  kind: DatasetColumn['kind'],
  value: string | number,
  language: ExportDocument['language'],
): SheetLine {
  return (row) =>
    createTextCell(label, `A${row}`, STYLES.label) + createCell({ kind, choices: {} }, value, `B${row}`, language);
}

function createNoteLine({ text, isWarning }: SheetNote): SheetLine {
  return (row) => createTextCell(text, `B${row}`, isWarning ? STYLES.warning : STYLES.note);
}

/** What a reader must know of the totals, and what the file lacks. */
function createNotes(document: ExportDocument, { shortfall, unknown, totals }: DocumentEnd): SheetNote[] {
  const { language, isForImport } = document;
  const totalsNote = hasTotals(document) ? (totals?.note ?? null) : null;
  // A program that imports the file reads its first sheet. There the note is in the properties of the file.
  const unknownText = isForImport ? null : unknownNote(unknown, language);
  const shortfallText =
    shortfall === null ? null : `${PDF_LABELS[language].incomplete}: ${shortfallMessage(shortfall, language)}`;
  return [
    { text: totalsNote, isWarning: false },
    { text: shortfallText, isWarning: true },
    { text: unknownText, isWarning: true },
  ].filter((note): note is SheetNote => note.text !== null);
}
