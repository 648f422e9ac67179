import type { Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { NOT_KNOWN, unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { type DocumentEnd, type ExportDocument, shortfallMessage } from './writer.ts';
import { cell, cellStyle, HEADING_STYLE, numberCell, textCell, totalStyle, WARNING_STYLE } from './xlsx-cells.ts';

/** Enough that a chunk costs nothing, and little to hold. */
const CHUNK_CHARACTERS = 65_536;

export interface SheetDeps {
  readonly document: Pick<ExportDocument, 'language' | 'sectionColumn' | 'isForImport'>;
  readonly columns: readonly SheetColumn[];
  readonly section: SheetSection;
  readonly isFirst: boolean;
  readonly end: () => DocumentEnd;
}

export interface Sheet {
  /** The XML of the sheet, to be read once. Where a chunk ends does not depend on the batches. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Of header and rows, such as `A1:J100`; known when the chunks are at their end. */
  range(): string;
}

export function createSheet({ document, columns, section, isFirst, end }: SheetDeps): Sheet {
  let lastRow = 1;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    let xml = sheetStart(columns, isFirst);
    for await (const rows of section.rows()) {
      for (const row of rows) {
        lastRow += 1;
        xml += rowOf(lastRow, columns.map((column) => column.cellOf(row, lastRow)).join(''));
        if (xml.length < CHUNK_CHARACTERS) continue;
        yield Buffer.from(xml);
        xml = '';
      }
    }
    xml += section.isLast() ? closingRows() : '';
    yield Buffer.from(xml + sheetEnd(columns, lastRow));
  }

  /** A row is left free above them: Excel would sort and filter along what touches the table. */
  function closingRows(): string {
    const known = end();
    const hasTotals = document.sectionColumn === null && !document.isForImport;
    const totals = hasTotals ? totalsRow(columns, known, document.language, lastRow + 2) : null;
    const after = lastRow + (totals === null ? 2 : 3);
    const { shortfall } = known;
    const ofTotals = totals === null ? null : (known.totals?.note ?? null);
    const incomplete = shortfall === null ? null : incompleteText(shortfall, document.language);
    // A program that imports the sheet would take it for a row: there it is in the properties of the file alone.
    const unknown = document.isForImport ? null : unknownNote(known.unknown, document.language);
    const notes = [
      { note: ofTotals, style: cellStyle('text') },
      { note: incomplete, style: WARNING_STYLE },
      { note: unknown, style: WARNING_STYLE },
    ].filter(({ note }) => note !== null);
    return (totals ?? '') + notes.map(({ note, style }, index) => noteRow(note ?? '', after + index, style)).join('');
  }

  return { chunks, range: () => tableRange(columns, lastRow) };
}

interface SheetSection {
  /** Null where there is no row at all. */
  readonly name: string | null;
  /** To be read to its end before the next section is asked for. */
  rows(): AsyncIterable<readonly ExportRow[]>;
  /** Known when its rows are at their end. */
  isLast(): boolean;
}

/** Groups consecutive rows by `nameOf`; gives at least one section, which may be empty. */
export async function* sectionsOf(
  batches: AsyncIterable<readonly ExportRow[]>,
  nameOf: (row: ExportRow) => string,
): AsyncGenerator<SheetSection> {
  const iterator = batches[Symbol.asyncIterator]();
  let waiting: readonly ExportRow[] = [];
  let isDone = false;

  async function nextRow(): Promise<ExportRow | undefined> {
    while (waiting.length === 0 && !isDone) {
      const next = await iterator.next();
      if (next.done === true) isDone = true;
      else waiting = next.value;
    }
    return waiting[0];
  }

  async function* rowsOf(name: string | null): AsyncGenerator<readonly ExportRow[]> {
    let row = await nextRow();
    while (row !== undefined && nameOf(row) === name) {
      const end = waiting.findIndex((candidate) => nameOf(candidate) !== name);
      const rows = end === -1 ? waiting : waiting.slice(0, end);
      waiting = waiting.slice(rows.length);
      yield rows;
      row = await nextRow();
    }
  }

  try {
    let row = await nextRow();
    do {
      const name = row === undefined ? null : nameOf(row);
      yield { name, rows: () => rowsOf(name), isLast: () => isDone };
      row = await nextRow();
    } while (row !== undefined);
  } finally {
    await iterator.return?.();
  }
}

/** All of a sheet that lies before its first row: the header stands still, and one sheet of the file is chosen. */
function sheetStart(columns: readonly SheetColumn[], isFirst: boolean): string {
  const headings = columns.map(({ letters, heading }) => textCell(heading, `${letters}1`, HEADING_STYLE));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/>
<cols>${columns.map(columnOf).join('')}</cols>
<sheetData>${rowOf(1, headings.join(''))}`;
}

function columnOf(column: SheetColumn, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`;
}

/** All that follows the last row. `lastRow` is that of the table; what closes it lies below and is never filtered. */
function sheetEnd(columns: readonly SheetColumn[], lastRow: number): string {
  return `</sheetData>
<autoFilter ref="${tableRange(columns, lastRow)}"/>
<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>
${knownTexts(columns, lastRow)}</worksheet>`;
}

/** With the header, such as `A1:J100`. */
function tableRange(columns: readonly SheetColumn[], lastRow: number): string {
  return `A1:${columns.at(-1)?.letters ?? 'A'}${lastRow}`;
}

/** Keeps Excel from marking each SKU or number of an order as a number that was typed wrongly. */
function knownTexts(columns: readonly SheetColumn[], lastRow: number): string {
  const ranges = columns.filter(isText).map(({ letters }) => `${letters}2:${letters}${lastRow}`);
  if (ranges.length === 0 || lastRow === 1) return '';
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}

const TOTAL = { nl: 'Totaal', en: 'Total' };

const INCOMPLETE = { nl: 'ONVOLLEDIG (INCOMPLETE)', en: 'INCOMPLETE' };

/** The row with the sums, as values; null where no column has one. */
function totalsRow(
  columns: readonly SheetColumn[],
  { sums, totals }: DocumentEnd,
  language: Language,
  rowNumber: number,
): string | null {
  const labelled = columns.find((column) => isText(column) && !column.declared.isSummed);
  if (!columns.some(({ declared }) => declared.isSummed)) return null;
  const cells = columns.map((column) => {
    const { letters, declared } = column;
    const address = `${letters}${rowNumber}`;
    const sum = declared.isSummed ? sums[declared.id] : (totals?.cells[declared.id] ?? undefined);
    if (typeof sum === 'number') return numberCell(sum, address, totalStyle(declared.kind));
    const label = sum === null ? NOT_KNOWN[language] : column === labelled ? TOTAL[language] : '';
    // Empty cells have the rule as well.
    return textCell(label, address, totalStyle('text')) || `<c r="${address}" s="${totalStyle('text')}"/>`;
  });
  return rowOf(rowNumber, cells.join(''));
}

function incompleteText(shortfall: Shortfall, language: Language): string {
  return `${INCOMPLETE[language]}: ${shortfallMessage(shortfall, language)}`;
}

function noteRow(note: string, rowNumber: number, style: number): string {
  return rowOf(rowNumber, textCell(note, `A${rowNumber}`, style));
}

function rowOf(rowNumber: number, cells: string): string {
  return `<row r="${rowNumber}">${cells}</row>`;
}

interface SheetColumn {
  readonly letters: string;
  readonly heading: string;
  readonly declared: DatasetColumn;
  /** Its cell in that row of the sheet; the first is 1. */
  cellOf(row: ExportRow, rowNumber: number): string;
}

export function sheetColumns(columns: readonly DatasetColumn[], language: Language): SheetColumn[] {
  return columns.map((declared, index) => {
    const letters = lettersOf(index);
    return {
      letters,
      heading: declared.heading[language],
      declared,
      cellOf: (row, rowNumber) => {
        const value = row[declared.id] ?? null;
        const address = `${letters}${rowNumber}`;
        if (value === null && declared.mayBeUnknown) return textCell(NOT_KNOWN[language], address, cellStyle('text'));
        return cell(declared, value, address, language);
      },
    };
  });
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** In characters, for the widths lie before the rows. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 30,
  choice: 16,
  flag: 8,
  euros: 14,
  'unit-price': 14,
  percentage: 10,
  number: 10,
  integer: 10,
  timestamp: 20,
  date: 12,
};

/** Of the button of the filter, and of bold letters. */
const HEADING_EXTRA = 5;

function widthOf({ heading, declared }: SheetColumn): number {
  return Math.max(WIDTHS[declared.kind], heading.length + HEADING_EXTRA);
}

const TEXT_KINDS: ReadonlySet<ColumnKind> = new Set(['text', 'choice', 'flag']);

function isText({ declared }: SheetColumn): boolean {
  return TEXT_KINDS.has(declared.kind);
}
