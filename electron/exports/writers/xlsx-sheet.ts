import type { Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { NOT_KNOWN, unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import type { DocumentFact } from './document-facts.ts';
import { PDF_LABELS } from './pdf-text.ts';
import { type DocumentEnd, type ExportDocument, labelIn, shortfallMessage } from './writer.ts';
import {
  cell,
  cellStyle,
  formatOf,
  HEADING_STYLE,
  LABEL_STYLE,
  NOTE_STYLE,
  numberCell,
  textCell,
  totalStyle,
  WARNING_STYLE,
} from './xlsx-cells.ts';
import { isTextColumn, measureColumns } from './xlsx-widths.ts';

/** Enough that a chunk costs nothing, and little to hold. */
const CHUNK_CHARACTERS = 65_536;

/** The widths lie before the rows: the columns are as wide as these need, and what is longer further on is wrapped. */
const MEASURED_ROWS = 1_000;

export interface SheetDeps {
  readonly language: Language;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>;
  readonly isFirst: boolean;
  /** What lies below the rows, asked for when they are at their end. */
  readonly closing: () => SheetClosing;
}

interface SheetClosing {
  /** Null for a table that has none, or has them among its rows. */
  readonly totals: DocumentEnd | null;
  readonly notes: readonly SheetNote[];
}

interface SheetNote {
  readonly text: string;
  readonly isWarning: boolean;
}

export interface Sheet {
  /** The XML of the sheet, to be read once. Where a chunk ends does not depend on the batches. */
  chunks(): AsyncIterable<Uint8Array>;
  /** A row of headings, to be printed on every page. */
  readonly hasHeader: boolean;
  /** Of header and the rows to filter, such as `A1:J100`; null for none. Known when the chunks are at their end. */
  range(): string | null;
}

export function createSheet({ language, columns, rows: batches, isFirst, closing }: SheetDeps): Sheet {
  let lastRow = 1;
  let firstSum: number | null = null;
  let hasRowsBelowSums = false;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const measured = measureColumns(
      columns.map(({ declared }) => declared),
      language,
    );
    let isStarted = false;
    let xml = '';
    const taken = () => {
      const start = isStarted ? '' : sheetStart(columns, measured.widths(), isFirst);
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
        if (lastRow <= MEASURED_ROWS) measured.add(row);
        else if (xml.length >= CHUNK_CHARACTERS) yield taken();
      }
    }
    xml += closingRows() + sheetEnd(columns, lastRow, range());
    yield taken();
  }

  /** A row is left free above them: Excel would sort and filter along what touches the table. */
  function closingRows(): string {
    const { totals: known, notes } = closing();
    const totals = known && totalsRow(columns, known, language, lastRow + 2);
    const after = lastRow + (totals === null ? 2 : 3);
    const rows = notes.map(({ text, isWarning }, index) =>
      noteRow(text, after + index, isWarning ? WARNING_STYLE : NOTE_STYLE),
    );
    return (totals ?? '') + rows.join('');
  }

  /** Totals are never sorted nor filtered; where they lie between other rows, nothing is. */
  function range(): string | null {
    if (hasRowsBelowSums || firstSum === 2) return null;
    return tableRange(columns, firstSum === null ? lastRow : firstSum - 1);
  }

  return { chunks, hasHeader: true, range };
}

export const NOTHING_BELOW: SheetClosing = { totals: null, notes: [] };

/** Below a list: its totals, what is to be known of them, and what the file lacks. */
export function closingOf(
  {
    columns,
    language,
    sectionColumn,
    isForImport,
  }: Pick<ExportDocument, 'columns' | 'language' | 'sectionColumn' | 'isForImport'>,
  known: DocumentEnd,
): SheetClosing {
  const hasTotals = sectionColumn === null && !isForImport && columns.some(({ isSummed }) => isSummed);
  const { shortfall } = known;
  // A program that imports the sheet would take it for a row: there it is in the properties of the file alone.
  const unknown = isForImport ? null : unknownNote(known.unknown, language);
  const ofTotals = hasTotals ? (known.totals?.note ?? null) : null;
  return {
    totals: hasTotals ? known : null,
    notes: [
      ...(ofTotals === null ? [] : [{ text: ofTotals, isWarning: false }]),
      ...(shortfall === null ? [] : [{ text: incompleteText(shortfall, language), isWarning: true }]),
      ...(unknown === null ? [] : [{ text: unknown, isWarning: true }]),
    ],
  };
}

/** Below a table whose totals are among its rows. */
export function noteOf({ note }: Pick<PaperTable, 'note'>): SheetClosing {
  return note === undefined ? NOTHING_BELOW : { totals: null, notes: [{ text: note, isWarning: false }] };
}

interface FactLine {
  readonly label: string;
  readonly kind: ColumnKind;
  readonly value: string;
}

/** A sheet that says what the file is: a line for each fact, whose dates are dates. */
export function createFactsSheet(facts: readonly DocumentFact[], language: Language, isFirst: boolean): Sheet {
  const { from, to } = PDF_LABELS[language];
  const lines = facts.flatMap(({ label, text, period, moment }): FactLine[] => {
    if (moment !== undefined) return [{ label, kind: 'timestamp', value: moment }];
    if (period === undefined) return [{ label, kind: 'text', value: text }];
    return [
      { label: from, kind: 'date', value: period.from },
      { label: to, kind: 'date', value: period.to },
    ];
  });
  const rows = lines.map(({ label, kind, value }, index) => {
    const address = `B${index + 1}`;
    return rowOf(
      index + 1,
      textCell(label, `A${index + 1}`, LABEL_STYLE) + cell({ kind, choices: {} }, value, address, language),
    );
  });
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${worksheet(isFirst, '')}
<cols><col min="1" max="1" width="22" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols>
<sheetData>${rows.join('')}</sheetData>
${PAGE_SETUP}
</worksheet>`);
  }
  return { chunks, hasHeader: false, range: () => null };
}

/** All of a sheet that lies before its first row: the header stands still. */
function sheetStart(columns: readonly SheetColumn[], widths: readonly number[], isFirst: boolean): string {
  const headings = columns.map(({ letters, heading }) => textCell(heading, `${letters}1`, HEADING_STYLE));
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
  return `${worksheet(isFirst, pane)}
<cols>${widths.map(columnOf).join('')}</cols>
<sheetData>${rowOf(1, headings.join(''))}`;
}

/** One sheet of the file is chosen. */
function worksheet(isFirst: boolean, view: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${view}</sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/>`;
}

const PAGE_SETUP = `<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`;

function columnOf(width: number, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
}

/** All that follows the last row. `lastRow` is that of the table; what closes it lies below and is never filtered. */
function sheetEnd(columns: readonly SheetColumn[], lastRow: number, filtered: string | null): string {
  return `</sheetData>
${filtered === null ? '' : `<autoFilter ref="${filtered}"/>\n`}${PAGE_SETUP}
${knownTexts(columns, lastRow)}</worksheet>`;
}

/** With the header, such as `A1:J100`. */
function tableRange(columns: readonly SheetColumn[], lastRow: number): string {
  return `A1:${columns.at(-1)?.letters ?? 'A'}${lastRow}`;
}

/** Keeps Excel from marking each SKU or number of an order as a number that was typed wrongly. */
function knownTexts(columns: readonly SheetColumn[], lastRow: number): string {
  const ranges = columns
    .filter(({ declared }) => isTextColumn(declared))
    .map(({ letters }) => `${letters}2:${letters}${lastRow}`);
  if (ranges.length === 0 || lastRow === 1) return '';
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}

const TOTAL = { nl: 'Totaal', en: 'Total' };

const INCOMPLETE = { nl: 'ONVOLLEDIG (INCOMPLETE)', en: 'INCOMPLETE' };

/** The row with the sums, as values. */
function totalsRow(
  columns: readonly SheetColumn[],
  { sums, totals }: DocumentEnd,
  language: Language,
  rowNumber: number,
): string {
  const labelled = columns.find((column) => isTextColumn(column.declared) && !column.declared.isSummed);
  const cells = columns.map((column) => {
    const { letters, declared } = column;
    const address = `${letters}${rowNumber}`;
    const sum = declared.isSummed ? sums[declared.id] : (totals?.cells[declared.id] ?? undefined);
    if (typeof sum === 'number') return numberCell(sum, address, totalStyle(formatOf(declared.kind, declared)));
    const label = sum === null ? NOT_KNOWN[language] : column === labelled ? TOTAL[language] : '';
    return textCell(label, address, totalStyle('text')) || emptyTotal(address);
  });
  return rowOf(rowNumber, cells.join(''));
}

function emptyTotal(address: string): string {
  return `<c r="${address}" s="${totalStyle('text')}"/>`;
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
        const label = labelIn(row, declared) ?? (value === null ? declared.emptyAs?.[language] : undefined);
        if (label !== undefined) return textCell(label, address, cellStyle('text'));
        if (value === null && declared.mayBeUnknown) return textCell(NOT_KNOWN[language], address, cellStyle('text'));
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
