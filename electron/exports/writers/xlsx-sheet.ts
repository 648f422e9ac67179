import type { Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { NOT_KNOWN, unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import { type DocumentEnd, type ExportDocument, formattedText, labelIn, shortfallMessage } from './writer.ts';
import {
  cell,
  cellStyle,
  HEADING_STYLE,
  LABEL_STYLE,
  NOTE_STYLE,
  ONE_LINE_STYLE,
  RIGHT_HEADING_STYLE,
  textCell,
  totalStyle,
  WARNING_STYLE,
} from './xlsx-cells.ts';
import { type PageTexts, pageSetup } from './xlsx-page.ts';
import { isTextColumn, linesAcross, measureColumns } from './xlsx-widths.ts';

/** Enough that a chunk costs nothing, and little to hold. */
const CHUNK_CHARACTERS = 65_536;

/** The widths lie before the rows: the columns are as wide as these need, and what is longer further on is wrapped. */
const MEASURED_ROWS = 1_000;

/** Of the rows that are measured, which are held meanwhile. */
const MAX_MEASURED_CHARACTERS = 4_000_000;

export interface SheetDeps {
  readonly language: Language;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>;
  readonly isFirst: boolean;
  /** See `ExportDocument`. */
  readonly fixed: readonly string[];
  /** Above the headings; null for none. */
  readonly title: string | null;
  /** Asked for with `notes`. */
  readonly page: () => PageTexts;
  /** What lies below the rows, asked for when they are at their end. */
  readonly notes: () => readonly SheetNote[];
}

export interface SheetNote {
  readonly text: string;
  readonly isWarning: boolean;
}

export interface Sheet {
  /** The XML of the sheet, to be read once. Where a chunk ends does not depend on the batches. */
  chunks(): AsyncIterable<Uint8Array>;
  /** How many rows are printed on every page: the headings, and what is above them. */
  readonly headerRows: number;
  /** Of header and the rows to filter, such as `A1:J100`; null for none. Known when the chunks are at their end. */
  range(): string | null;
}

export function createSheet({
  language,
  columns,
  rows: batches,
  isFirst,
  fixed,
  title,
  page,
  notes,
}: SheetDeps): Sheet {
  const headerRows = title === null ? 1 : 2;
  const merged: string[] = [];
  let lastRow = headerRows;
  let firstSum: number | null = null;
  let hasRowsBelowSums = false;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const measured = measureColumns(
      columns.map(({ declared }) => declared),
      language,
      fixed,
    );
    let isStarted = false;
    let xml = '';
    const taken = () => {
      const start = isStarted ? '' : sheetStart(columns, measured.widths(), title, isFirst);
      const chunk = Buffer.from(start + xml);
      isStarted = true;
      xml = '';
      return chunk;
    };
    for await (const rows of batches) {
      for (const row of rows) {
        lastRow += 1;
        if (row.isSum) firstSum ??= lastRow;
        else hasRowsBelowSums ||= firstSum !== null;
        xml += rowOf(lastRow, columns.map((column) => column.cellOf(row, lastRow)).join(''));
        const isMeasured = !isStarted && lastRow <= MEASURED_ROWS && xml.length < MAX_MEASURED_CHARACTERS;
        if (isMeasured) measured.add(row);
        else if (xml.length >= CHUNK_CHARACTERS) yield taken();
      }
    }
    const widths = measured.widths();
    xml +=
      noteRows(widths) + sheetEnd({ columns, widths, headerRows, lastRow, filtered: range(), merged, page: page() });
    yield taken();
  }

  /** A row is left free above them: Excel would sort and filter along what touches the table. */
  function noteRows(widths: readonly number[]): string {
    const after = lastRow + 2;
    const rows = notes().map(({ text, isWarning }, index) => {
      const lastColumn = columns.at(-1)?.letters ?? 'A';
      if (lastColumn !== 'A') merged.push(`A${after + index}:${lastColumn}${after + index}`);
      return noteRow(text, after + index, isWarning ? WARNING_STYLE : NOTE_STYLE, widths);
    });
    return rows.join('');
  }

  /** Totals are never sorted nor filtered; where they lie between other rows, nothing is. */
  function range(): string | null {
    if (hasRowsBelowSums || firstSum === headerRows + 1) return null;
    return tableRange(columns, headerRows, firstSum === null ? lastRow : firstSum - 1);
  }

  return { chunks, headerRows, range };
}

/** What is to be known of the totals of a list, and what the file lacks. */
export function notesOf(
  { columns, language, sectionColumn, isForImport }: TotalledDocument,
  known: DocumentEnd,
): readonly SheetNote[] {
  const { shortfall } = known;
  // A program that imports the file reads its first sheet: there it is in the properties of the file.
  const unknown = isForImport ? null : unknownNote(known.unknown, language);
  const ofTotals = hasTotals({ columns, sectionColumn, isForImport }) ? (known.totals?.note ?? null) : null;
  return [
    ...(ofTotals === null ? [] : [{ text: ofTotals, isWarning: false }]),
    ...(shortfall === null ? [] : [{ text: incompleteText(shortfall, language), isWarning: true }]),
    ...(unknown === null ? [] : [{ text: unknown, isWarning: true }]),
  ];
}

type TotalledDocument = Pick<ExportDocument, 'columns' | 'language' | 'sectionColumn' | 'isForImport'>;

/** A report has its totals among its rows. */
export function hasTotals({ columns, sectionColumn, isForImport }: Omit<TotalledDocument, 'language'>): boolean {
  return sectionColumn === null && !isForImport && columns.some(({ isSummed }) => isSummed);
}

/** Below a table whose totals are among its rows. */
export function noteOf({ note }: Pick<PaperTable, 'note'>): readonly SheetNote[] {
  return note === undefined ? [] : [{ text: note, isWarning: false }];
}

/** All of a sheet that lies before its first row: the header stands still. */
function sheetStart(
  columns: readonly SheetColumn[],
  widths: readonly number[],
  title: string | null,
  isFirst: boolean,
): string {
  const header = title === null ? 1 : 2;
  const headings = columns.map(({ letters, heading, declared }) =>
    textCell(heading, `${letters}${header}`, isTextColumn(declared) ? HEADING_STYLE : RIGHT_HEADING_STYLE),
  );
  const below = `A${header + 1}`;
  const pane = `<pane ySplit="${header}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`;
  const titled = title === null ? '' : rowOf(1, textCell(title, 'A1', LABEL_STYLE));
  return `${worksheet(isFirst, pane)}
<cols>${widths.map(columnOf).join('')}</cols>
<sheetData>${titled}${rowOf(header, headings.join(''))}`;
}

/** One sheet of the file is chosen. */
export function worksheet(isFirst: boolean, view: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${view}</sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/>`;
}

export function columnOf(width: number, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
}

interface SheetEnd {
  readonly columns: readonly SheetColumn[];
  readonly widths: readonly number[];
  readonly headerRows: number;
  /** Of the table; what closes it lies below and is never filtered. */
  readonly lastRow: number;
  readonly filtered: string | null;
  /** Ranges that are one cell. */
  readonly merged: readonly string[];
  readonly page: PageTexts;
}

/** All that follows the last row. */
function sheetEnd({ columns, widths, headerRows, lastRow, filtered, merged, page }: SheetEnd): string {
  const cells = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `</sheetData>
${filtered === null ? '' : `<autoFilter ref="${filtered}"/>\n`}${cells === '' ? '' : `<mergeCells count="${merged.length}">${cells}</mergeCells>\n`}${pageSetup(page, widths)}
${knownTexts(columns, headerRows, lastRow)}</worksheet>`;
}

/** With the header, such as `A1:J100`. */
function tableRange(columns: readonly SheetColumn[], headerRow: number, lastRow: number): string {
  return `A${headerRow}:${columns.at(-1)?.letters ?? 'A'}${lastRow}`;
}

/** Keeps Excel from marking each SKU or number of an order as a number that was typed wrongly. */
function knownTexts(columns: readonly SheetColumn[], headerRow: number, lastRow: number): string {
  const ranges = columns
    .filter(({ declared }) => isTextColumn(declared))
    .map(({ letters }) => `${letters}${headerRow + 1}:${letters}${lastRow}`);
  if (ranges.length === 0 || lastRow === headerRow) return '';
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}

const INCOMPLETE = { nl: 'ONVOLLEDIG (INCOMPLETE)', en: 'INCOMPLETE' };

function emptyTotal(address: string): string {
  return `<c r="${address}" s="${totalStyle('text')}"/>`;
}

function incompleteText(shortfall: Shortfall, language: Language): string {
  return `${INCOMPLETE[language]}: ${shortfallMessage(shortfall, language)}`;
}

/** Over the width of the table, in as many lines as it needs: a merged cell does not grow by itself. */
function noteRow(note: string, rowNumber: number, style: number, widths: readonly number[]): string {
  const width = widths.reduce((all, each) => all + each, 0);
  return rowOf(rowNumber, textCell(note, `A${rowNumber}`, style), linesAcross(note, width) * LINE_HEIGHT);
}

/** In points. */
const LINE_HEIGHT = 15;

export function rowOf(rowNumber: number, cells: string, height?: number): string {
  return `<row r="${rowNumber}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${cells}</row>`;
}

interface SheetColumn {
  readonly letters: string;
  readonly heading: string;
  readonly declared: DatasetColumn;
  /** Its cell in that row of the sheet; the first is 1. */
  cellOf(row: ExportRow, rowNumber: number): string;
}

/** A text of a `fixed` column, which the page head says as well, takes no more than a line of its row. */
export function sheetColumns(
  columns: readonly DatasetColumn[],
  language: Language,
  fixed: readonly string[] = [],
): SheetColumn[] {
  return columns.map((declared, index) => {
    const letters = lettersOf(index);
    const isOneLine = fixed.includes(declared.id) && isTextColumn(declared);
    return {
      letters,
      heading: declared.heading[language],
      declared,
      cellOf: (row, rowNumber) => {
        const value = row[declared.id] ?? null;
        const address = `${letters}${rowNumber}`;
        const label = labelIn(row, declared) ?? (value === null ? declared.emptyAs?.[language] : undefined);
        if (label !== undefined) return textCell(label, address, isOneLine ? ONE_LINE_STYLE : cellStyle('text'));
        if (value === null && declared.mayBeUnknown) return textCell(NOT_KNOWN[language], address, cellStyle('text'));
        if (isOneLine && value !== null && !row.isSum) {
          return textCell(formattedText(declared, value, language), address, ONE_LINE_STYLE);
        }
        const filled = cell(declared, value, address, language, row);
        // Empty cells of a total have the rule as well.
        return row.isSum && filled === '' ? emptyTotal(address) : filled;
      },
    };
  });
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}
