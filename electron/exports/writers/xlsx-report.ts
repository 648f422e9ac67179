import type { Language } from '../../../shared/contract/language.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import type { PaperTable } from '../dataset.ts';
import { listDocumentFacts } from './document-facts.ts';
import { formatHeading, holdsNumbers, PDF_LABELS } from './pdf-text.ts';
import { shortenShopNames } from './printed-tables.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';
import { createEmptyCell, createRowCell, createTextCell, getCellStyle, STYLES } from './xlsx-cells.ts';
import { createRow, type Line, type SheetNote, toLetters } from './xlsx-sheet.ts';

/** Texts come first, so that the amounts of all tables are aligned. */
const TEXT_WIDTHS = [34, 24];

const AMOUNT_WIDTH = 15;

/** Letters that fit across two texts and four amounts. */
const MAX_LINE_LENGTH = 125;

/** The title is larger than other texts. */
const TITLE_LINES = 1.4;

interface ReportSheet {
  readonly document: ExportDocument;
  readonly end: DocumentEnd;
  readonly tables: readonly PaperTable[];
  readonly notes: readonly SheetNote[];
}

/** A report as on paper: whose and what it is, then its tables below one another. */
export function createReportLines({ document, end, tables, notes }: ReportSheet) {
  const { tables: named, shops } = shortenShopNames(tables, document.shops);
  const places = named.map(({ columns }) => placeColumns(columns, document.columns));
  const columnCount = Math.max(0, ...places.map(({ length }) => length));
  return {
    widths: Array.from({ length: columnCount }, (_, at) => getWidth(at)),
    lines: [
      ...createHead(document, end, notes, shops),
      ...named.flatMap((table, at) => createTableLines(table, places[at] ?? [], document.language)),
    ],
  };
}

/** Notes come first, because nobody must overlook them. */
function createHead(
  document: ExportDocument,
  end: DocumentEnd,
  notes: readonly SheetNote[],
  shops: readonly string[],
): Line[] {
  const labels = PDF_LABELS[document.language];
  const facts = listDocumentFacts(document, end).map((line) =>
    line.map(({ label, text }) => `${label}: ${text}`).join(' · '),
  );
  return [
    ...notes.flatMap(({ text, isWarning }) => createTextLines(text, isWarning ? STYLES.warning : STYLES.note)),
    ...createTextLines(document.company, STYLES.label),
    ...createTextLines(formatHeading(document), STYLES.title, TITLE_LINES),
    ...[...facts, shops.length === 0 ? '' : `${labels.shops}: ${shops.join('; ')}`].flatMap((text) =>
      createTextLines(text, STYLES.note),
    ),
  ];
}

/**
 * The columns by position on the sheet: first texts, then amounts. Amounts of the file have fixed positions; others
 * keep their order.
 */
function placeColumns(
  columns: readonly DatasetColumn[],
  fileColumns: readonly DatasetColumn[],
): (DatasetColumn | undefined)[] {
  const texts = columns.filter((column) => !holdsNumbers(column));
  const amounts = columns.filter(holdsNumbers);
  const places = fileColumns.filter(holdsNumbers).map(({ id }) => amounts.find((amount) => amount.id === id));
  const isPlaced = amounts.every((amount) => places.includes(amount));
  const all = Array.from({ length: Math.max(TEXT_WIDTHS.length, texts.length) }, (_, at) => texts[at]);
  return [...all, ...(isPlaced ? places : amounts)];
}

type Places = ReturnType<typeof placeColumns>;

function createTableLines({ title, rows, note = '' }: PaperTable, places: Places, language: Language): Line[] {
  const headings = createPlacedLine(
    places,
    ({ heading }) => heading[language],
    (column, address) => {
      const style = column !== undefined && holdsNumbers(column) ? STYLES.amountHeading : STYLES.heading;
      return createTextCell(column?.heading[language] ?? '', address, style) || createEmptyCell(address, style);
    },
  );
  const figures = rows.map((figure) =>
    createPlacedLine(
      places,
      ({ id }) => String(figure[id] ?? ''),
      (column, address) => {
        if (column !== undefined) return createRowCell(column, figure, address, language);
        return figure.isSum ? createEmptyCell(address, getCellStyle('text', true)) : '';
      },
    ),
  );
  return [
    (row) => createRow(row, ''),
    ...createTextLines(title ?? '', STYLES.label),
    headings,
    ...figures,
    ...createTextLines(note, STYLES.note),
  ];
}

/** As high as the longest of its texts needs. */
function createPlacedLine(
  places: Places,
  getText: (column: DatasetColumn) => string,
  createCell: (column: DatasetColumn | undefined, address: string) => string,
): Line {
  const lines = places.map((column, at) => (column ? Math.ceil(getText(column).length / (1.1 * getWidth(at))) : 1));
  return (row) =>
    createRow(
      row,
      places.map((column, at) => createCell(column, `${toLetters(at)}${row}`)).join(''),
      Math.max(1, ...lines),
    );
}

function getWidth(place: number): number {
  return TEXT_WIDTHS[place] ?? AMOUNT_WIDTH;
}

/** A longer word gets its own line. */
const LINES = new RegExp(`\\S(?:.{0,${MAX_LINE_LENGTH}}(?=\\s|$)|\\S*)`, 'g');

/** A text in as many rows as it needs; none for an empty one. */
function createTextLines(text: string, style: number, lines = 1): Line[] {
  const parts = text.match(LINES) ?? [];
  return parts.map((part) => (row) => createRow(row, createTextCell(part, `A${row}`, style), lines));
}
