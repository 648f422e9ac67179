import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { formatUnknownNote, NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import { createZipStream } from '../zip.ts';
import { joinInOneLine, listDocumentFacts } from './document-facts.ts';
import { formatDayText, formatHeading, PDF_LABELS } from './pdf-text.ts';
import { choosePaperTables } from './printed-tables.ts';
import { type DocumentEnd, type ExportDocument, getShortfallMessage, joinRows, type Writer } from './writer.ts';
import { createCell, createRowCell, createTextCell, getColumnWidth, holdsTexts, STYLES } from './xlsx-cells.ts';
import { createReportLines } from './xlsx-report.ts';
import { createRow, type Line, type SheetForm, type SheetNote, toLetters } from './xlsx-sheet.ts';
import { createWorkbook } from './xlsx-workbook.ts';

const MAX_SHEET_ROWS = 1_048_576;

/** Writes each sheet while its rows are read. */
export const xlsxWriter: Writer = {
  extension: 'xlsx',
  // One row is the headings.
  maxRows: MAX_SHEET_ROWS - 1,
  write: (document, batches, getEnd) =>
    createZipStream(document.asOf.slice(0, 19), async (entries) => {
      const book = createWorkbook(entries);
      await addSheets({ book, document, getEnd }, batches);
      const note = formatUnknownNote(getEnd().unknown, document.language);
      book.finish({ title: formatHeading(document), asOf: document.asOf, note });
    }),
};

interface Writing {
  readonly book: ReturnType<typeof createWorkbook>;
  readonly document: ExportDocument;
  readonly getEnd: () => DocumentEnd;
}

type Batches = AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>;

/** The rows of a list are the first sheet, for a program that reads it. A report opens as on paper. */
async function addSheets(writing: Writing, batches: Batches): Promise<void> {
  const { document, getEnd } = writing;
  if (document.sectionColumn === null) {
    await addTable(writing, { title: null, columns: document.columns }, batches);
    await addTotals(writing);
    for (const table of getEnd().summaries) await addTable(writing, table, [table.rows]);
    await addFacts(writing);
    return;
  }
  const rows: ExportRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  const { sheets } = getEnd();
  if (sheets !== null) await addReport(writing, rows);
  const tables = choosePaperTables(document, rows, { paper: sheets, summaries: [] });
  for (const table of tables) await addTable(writing, table, [table.rows], table === tables.at(-1));
  await addFacts(writing);
}

const MAX_TITLE_LENGTH = 120;

/** A row of headings that stays in view, the rows of a table below it, and notes. */
function addTable(
  { book, document, getEnd }: Writing,
  { title, sheetName, columns, amounts, note }: Omit<PaperTable, 'rows'>,
  batches: Batches,
  isLastOfReport = false,
): Promise<void> {
  const { language, place } = document;
  const isTitled = document.sectionColumn !== null && getEnd().sheets !== null;
  // A report of one shop must not look like one of all.
  const heading = isTitled && title ? joinInOneLine([title, ...(place ? [place] : [])], MAX_TITLE_LENGTH) : null;
  const headerRows = heading === null ? 1 : 2;
  const letters = columns.map((_, index) => toLetters(index));
  let lastRow = headerRows;
  let hasSums = false;

  function createHeader(): string {
    const headings = columns.map((column, at) => {
      const style = holdsTexts(column) ? STYLES.heading : STYLES.rightHeading;
      return createTextCell(column.heading[language], `${letters[at]}${headerRows}`, style);
    });
    const titleRow = heading === null ? '' : createRow(1, createTextCell(heading, 'A1', STYLES.label));
    return titleRow + createRow(headerRows, headings.join(''));
  }

  function createTableRow(row: ExportRow): string {
    lastRow += 1;
    hasSums ||= row.isSum === true;
    let cells = '';
    for (const [at, column] of columns.entries()) {
      cells += createRowCell(column, row, `${letters[at]}${lastRow}`, language);
    }
    return createRow(lastRow, cells);
  }

  async function* rows(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(createHeader());
    yield* joinRows(batches, createTableRow);
    const notes = [
      ...(note === undefined ? [] : [{ text: note, isWarning: false }]),
      ...(isLastOfReport ? createNotes(document, getEnd()) : []),
    ];
    // Below an empty row: Excel would sort and filter rows that touch the table.
    const below = notes.map((one, index) =>
      createRow(lastRow + 2 + index, createNoteCell(one, `A${lastRow + 2 + index}`)),
    );
    yield Buffer.from(below.join(''));
  }

  return book.addSheet({
    ...{ widths: columns.map(getColumnWidth), headerRows, rows: rows() },
    name: sheetName ?? title ?? getListName(document),
    end() {
      const range = `A${headerRows}:${letters.at(-1)}${lastRow}`;
      const page = { ...document, asOf: getEnd().asOf, ...(amounts !== undefined && { amounts }) };
      // Totals among the rows must not be sorted or filtered.
      return { page, filterRange: hasSums ? null : range, textRange: range };
    },
  });
}

/**
 * The tab of a list says that it is from a demo shop, because its first row has to be the headings, for programs that
 * read it. The word comes first, so that a long title does not cut it off.
 */
function getListName({ title, day, language, isDemo, isForImport }: ExportDocument): string {
  const name = day === undefined ? title : `${title} ${formatDayText(day, language)}`;
  return isDemo && !isForImport ? `${PDF_LABELS[language].demo} · ${name}` : name;
}

/** The sheet that a report opens on. */
function addReport(writing: Writing, rows: readonly ExportRow[]): Promise<void> {
  const { document, getEnd } = writing;
  const end = getEnd();
  const tables = choosePaperTables(document, rows, { paper: end.paper, summaries: [] });
  const { lines, widths } = createReportLines({ document, end, tables, notes: createNotes(document, end) });
  return addLines(writing, PDF_LABELS[document.language].report, lines, { widths, isPaper: true });
}

/** The name of the sheet that says what a list without totals lacks. */
const ATTENTION = { nl: 'Let op', en: 'Please note' };

/** On a separate sheet: a program would read a row of totals as one more row of the list. */
async function addTotals(writing: Writing): Promise<void> {
  const { document, getEnd } = writing;
  const { language } = document;
  const notes = createNotes(document, getEnd());
  const lines = [
    ...createTotalLines(document, getEnd()),
    ...notes.map(
      (note): Line =>
        (row) =>
          createRow(row, createNoteCell(note, `B${row}`)),
    ),
  ];
  if (lines.length === 0) return;
  await addLines(writing, hasTotals(document) ? PDF_LABELS[language].total : ATTENTION[language], lines);
}

/** Left out of a file that a program imports. */
async function addFacts(writing: Writing): Promise<void> {
  const { document, getEnd } = writing;
  if (document.isForImport) return;
  await addLines(writing, PDF_LABELS[document.language].about, createFactLines(document, getEnd()));
}

const LABELS_AND_TEXTS = { widths: [26, 60] };

function addLines(
  { book, document, getEnd }: Writing,
  name: string,
  lines: readonly Line[],
  form: Pick<SheetForm, 'widths' | 'isPaper'> = LABELS_AND_TEXTS,
): Promise<void> {
  async function* rows(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(lines.map((createLineRow, index) => createLineRow(index + 1)).join(''));
  }
  const page = { ...document, asOf: getEnd().asOf };
  const end = () => ({ page, filterRange: null, textRange: null });
  return book.addSheet({ ...form, name, headerRows: 0, rows: rows(), end });
}

/** A report has its totals among its rows. */
function hasTotals({ columns, sectionColumn, isForImport }: ExportDocument): boolean {
  return sectionColumn === null && !isForImport && columns.some(({ isSummed }) => isSummed);
}

/** Each total under the name of its column. */
function createTotalLines(document: ExportDocument, { sums, totals }: DocumentEnd): Line[] {
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

function createFactLines(document: ExportDocument, end: DocumentEnd): Line[] {
  const { language, company } = document;
  const labels = PDF_LABELS[language];
  const facts = [
    { label: labels.company, text: company },
    { label: labels.document, text: formatHeading(document) },
    ...listDocumentFacts(document, end).flat(),
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
): Line {
  return (row) =>
    createRow(
      row,
      createTextCell(label, `A${row}`, STYLES.label) + createCell({ kind, choices: {} }, value, `B${row}`, language),
    );
}

function createNoteCell({ text, isWarning }: SheetNote, address: string): string {
  return createTextCell(text, address, isWarning ? STYLES.warning : STYLES.note);
}

/** What a reader must know about the totals, and what the file lacks. */
function createNotes(document: ExportDocument, { shortfall, unknown, totals }: DocumentEnd): SheetNote[] {
  const { language, isForImport } = document;
  const totalsNote = hasTotals(document) ? (totals?.note ?? null) : null;
  // A program that imports the file reads its first sheet, so the note is in the properties of the file.
  const unknownText = isForImport ? null : formatUnknownNote(unknown, language);
  const shortfallText =
    shortfall === null ? null : `${PDF_LABELS[language].incomplete}: ${getShortfallMessage(shortfall, language)}`;
  return [
    { text: totalsNote, isWarning: false },
    { text: shortfallText, isWarning: true },
    { text: unknownText, isWarning: true },
  ].filter((note): note is SheetNote => note.text !== null);
}
