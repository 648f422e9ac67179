import type {
  Content,
  ContentTable,
  ContentText,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js';
import { shortenText } from '../../../shared/paper-text.ts';
import { unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { documentFacts, documentHead, documentLimits, holdsPeople, inOneLine } from './document-facts.ts';
import { loadPdfMake } from './pdf-fonts.ts';
import { chooseSheet, GAP, HALVES_GAP, MARGIN, type Sheet, withAddressBreaks } from './pdf-sheet.ts';
import { type PrintedTable, paperTables, printedTables, withShortShops } from './pdf-tables.ts';
import { createPrintableText, headingOf, holdsNumbers, MISSING_CHARACTER, PDF_LABELS } from './pdf-text.ts';
import { type DocumentEnd, type ExportDocument, shortfallMessage, type Writer } from './writer.ts';

/**
 * Nobody reads more. Measured for 5,000 orders of 9 columns on two cores that were busy with other work: 7 to 14 s and
 * 423 MB, in the 256 MB that a thread of exports has for old objects. Its layout cannot be cancelled meanwhile.
 */
const MAX_ROWS = 5_000;

/** A4: what the document is of, then its tables; on each page what it is and its number. */
export const pdfWriter: Writer = {
  extension: 'pdf',
  maxRows: MAX_ROWS,
  async *write(asked, batches, end) {
    const rows: ExportRow[] = [];
    for await (const batch of batches) rows.push(...batch);
    const known = end();
    const { pdfMake, faces } = await loadPdfMake();
    let cutTexts = 0;
    const printable = createPrintableText(faces.regular, () => {
      cutTexts += 1;
    });
    const { tables: named, shops: ofTables } = withShortShops(paperTables(asked, rows, known), asked.shops);
    const document = printedDocument(asked, printable);
    const tables = printedTables(document, named, known, printable);
    const shops = ofTables.map((shop) => lineOf(printable(shop)));
    const sheet = chooseSheet(tables, document.language, faces);
    const lineWidth = (text: string) => faces.regular.widthOf(text) * sheet.size;
    const parts = { document, end: known, tables, shops, cutTexts, sheet, lineWidth };
    yield await pdfMake.createPdf(definitionOf(parts)).getBuffer();
  },
};

/** With its texts of the platform as paper has them. */
function printedDocument(document: ExportDocument, printable: (text: string) => string): ExportDocument {
  const { company, place, filters } = document;
  const inLine = (text: string) => lineOf(printable(text));
  return {
    ...document,
    company: inLine(company),
    place: place === null ? null : inLine(place),
    filters: filters.map(({ label, value, ...filter }) => ({ ...filter, label: inLine(label), value: inLine(value) })),
  };
}

interface DocumentParts {
  /** Printable, as all other texts here. */
  readonly document: ExportDocument;
  readonly end: DocumentEnd;
  readonly tables: readonly PrintedTable[];
  /** Full names of the shops, where rows have short ones. */
  readonly shops: readonly string[];
  /** How many texts were cut. */
  readonly cutTexts: number;
  readonly sheet: Sheet;
  /** Of a text in a row, in points. */
  readonly lineWidth: (text: string) => number;
}

const INK = '#16191d';

const MUTED = '#59606a';

const ALARM = '#9b1c1c';

const LINE = '#d3d7dc';

const ROOM_ABOVE = 48;

const ROOM_BELOW = 40;

function definitionOf(parts: DocumentParts): TDocumentDefinitions {
  const { document, end, tables, sheet } = parts;
  const { language } = document;
  const labels = PDF_LABELS[language];
  const hasMissing = tables.some(lacksCharacters);
  const title = headingOf(document);
  const note = hasMissing ? `${MISSING_CHARACTER} ${labels.missingCharacter}` : title;
  return {
    version: '1.7',
    language,
    displayTitle: true,
    info: { title, creator: 'Tilldesk', producer: 'Tilldesk', creationDate: new Date(end.asOf) },
    pageSize: 'A4',
    pageOrientation: sheet.orientation,
    pageMargins: [MARGIN, ROOM_ABOVE, MARGIN, ROOM_BELOW],
    defaultStyle: { font: 'Roboto', fontSize: sheet.size, color: INK, lineHeight: 1.05 },
    header: (page) => (page === 1 ? null : runningHead(parts)),
    footer: (page, pages) => ({
      margin: [MARGIN, 14, MARGIN, 0],
      columns: [
        { ...small(shortenText(note, LONGEST_LINE[sheet.orientation])), width: '*' },
        { ...small(labels.page(page, pages)), width: 'auto' },
      ],
    }),
    content: [...headOf(parts), ...laidOut(parts), ...shopsBelow(parts)],
  };
}

/** The tables below one another, those of two halves beside one another on one page. */
function laidOut({ document: { language }, tables, sheet, lineWidth }: DocumentParts): Content[] {
  return sheet.blocks.flatMap(({ tables: block, leftWidth }): Content[] => {
    const drawn = block.flatMap((at) => {
      const table = tables[at];
      return table ? [{ half: table.half, content: tableOf(table, sheet.widths[at] ?? [], language, lineWidth) }] : [];
    });
    if (leftWidth === null) return drawn.map(({ content }) => content);
    const stackOf = (side: PrintedTable['half'], width: number | '*') => ({
      width,
      stack: drawn.filter(({ half }) => half === side).map(({ content }) => content),
    });
    return [{ unbreakable: true, columns: [stackOf('left', leftWidth), stackOf('right', '*')], columnGap: HALVES_GAP }];
  });
}

function lacksCharacters({ title, rows }: PrintedTable): boolean {
  return [title ?? '', ...rows.flat()].some((text) => text.includes(MISSING_CHARACTER));
}

/** Letters of a line in the margins of a page. */
const LONGEST_LINE = { portrait: 110, landscape: 165 } as const;

/** Letters of the facts above the tables, which may be anything that a platform calls its shops. */
const LONGEST = { company: 90, title: 120, fact: 2_000, note: 400 } as const;

/** More letters of names of shops than these stand below the tables. */
const SHOPS_ABOVE = 400;

const SEPARATOR = '  \u00B7  ';

/** Of what the figures are, once. */
function headOf(parts: DocumentParts): Content[] {
  const { document, end, cutTexts } = parts;
  const { language, company } = document;
  const labels = PDF_LABELS[language];
  const shops = shopsText(parts);
  const facts = documentFacts(document, end).filter((line) => line.length > 0);
  const unknown = unknownNote(end.unknown, language);
  return [
    ...noticeOf({ document, end }).map((notice) => ({ ...strong(shortenText(notice, LONGEST.note)), color: ALARM })),
    strong(shortenText(company, LONGEST.company)),
    { text: shortenText(headingOf(document), LONGEST.title), bold: true, fontSize: 16, margin: [0, 1, 0, 3] },
    ...facts.map((line) => {
      const said = shortenText(line.map((fact) => `${fact.label}: ${fact.text}`).join(SEPARATOR), LONGEST.fact);
      return line.some(({ isStrong }) => isStrong) ? strong(said) : small(said);
    }),
    ...(shops === '' ? [] : [small(shops.length > SHOPS_ABOVE ? labels.shopsBelow : shops)]),
    ...(unknown === null ? [] : [strong(shortenText(unknown, LONGEST.note))]),
    ...(cutTexts === 0 ? [] : [strong(labels.cutTexts(cutTexts))]),
    { text: '', margin: [0, 0, 0, 8] },
  ];
}

/** The full names of all shops of the tables; empty where none has a short one, or the head names just these. */
function shopsText({ document, shops }: DocumentParts): string {
  if (shops.length === 0 || shops.join(', ') === document.place) return '';
  return `${PDF_LABELS[document.language].shops}: ${shops.join('; ')}`;
}

/** Below the tables, where they are too many for the head. */
function shopsBelow(parts: DocumentParts): Content[] {
  const shops = shopsText(parts);
  return shops.length > SHOPS_ABOVE ? [{ ...small(shops), margin: [0, 10, 0, 0] }] : [];
}

const LEAST_OF_COMPANY = 20;

/** Above three lines, which have room there. */
const ABOVE_RUNNING_HEAD = 16;

/** On each further page: whose figures of what and when, whether they are of persons, and what limits them. */
function runningHead({ document, end, sheet }: DocumentParts): Content {
  const most = LONGEST_LINE[sheet.orientation];
  const people = holdsPeople(document) ? PDF_LABELS[document.language].hasPeople : '';
  const named = documentHead({ ...document, asOf: end.asOf }).join(SEPARATOR);
  const besides = named.length + people.length + 2 * SEPARATOR.length;
  const company = shortenText(document.company, Math.max(LEAST_OF_COMPANY, most - besides));
  const limits = documentLimits(document);
  return {
    margin: [MARGIN, ABOVE_RUNNING_HEAD, MARGIN, 0],
    stack: [
      ...noticeOf({ document, end }).map((notice) => ({ ...strong(shortenText(notice, most)), color: ALARM })),
      {
        columns: [
          { ...small([company, named].join(SEPARATOR)), width: '*' },
          { ...strong(people), width: 'auto' },
        ],
      },
      ...(limits.length > 0 ? [small(inOneLine(limits, most, SEPARATOR))] : []),
    ],
  };
}

function noticeOf({ document, end }: Pick<DocumentParts, 'document' | 'end'>): string[] {
  const { language } = document;
  if (end.shortfall === null) return [];
  return [`${PDF_LABELS[language].incomplete}: ${shortfallMessage(end.shortfall, language)}`];
}

function small(text: string) {
  return { text, fontSize: 8, color: MUTED };
}

function strong(text: string) {
  return { text, fontSize: 8, bold: true };
}

function lineOf(text: string): string {
  return text.replaceAll('\n', ' ');
}

/** Rows that stay with the heading of their table. */
const ROWS_WITH_HEADING = 2;

/** Rows of a list that are on one page with its totals and the note below these. */
const ROWS_WITH_TOTALS = 2;

/** A table of a report with no more rows is on one page. */
const ROWS_TOGETHER = 24;

/** A row of a longer text may be higher than a page, and is broken where the page ends. */
const LONGEST_WHOLE_TEXT = 400;

function tableOf(
  table: PrintedTable,
  widths: readonly number[],
  language: ExportDocument['language'],
  lineWidth: DocumentParts['lineWidth'],
): Content {
  const { title, columns, rows, sums, totals, note } = table;
  const titled = title === null ? [] : [spanning({ text: title, bold: true, fontSize: 11, margin: [0, 6, 0, 1] })];
  const headings = columns.map((column) => ({ ...cellOf(column, column.heading[language]), bold: true }));
  const printed = rows.map((row, index) => {
    const bold = sums.has(index);
    return columns.map((column, at) => {
      const text = withAddressBreaks(row[at] ?? '', (line) => lineWidth(line) <= (widths[at] ?? 0));
      return { ...cellOf(column, text), bold };
    });
  });
  const empty = rows.length > 0 ? [] : [spanning({ text: PDF_LABELS[language].noRows, color: MUTED })];
  const total = totals && totalCells(columns, totals);
  const noted = note === null ? [] : [spanning({ text: note, color: MUTED })];
  const headerRows = titled.length + 1;
  const isWhole = rows.every((row) => row.every((text) => text.length <= LONGEST_WHOLE_TEXT && !text.includes('\n')));
  const end = [...(total ? [total] : []), ...noted];
  const withEnd = total && isWhole && rows.length > ROWS_WITH_TOTALS ? ROWS_WITH_TOTALS : 0;
  const before = printed.slice(0, printed.length - withEnd);
  const together = withEnd === 0 ? null : [...printed.slice(-withEnd), ...end];

  function spanning(cell: ContentText | ContentTable): TableCell[] {
    return [{ ...cell, colSpan: columns.length }, ...columns.slice(1).map(() => ({}))];
  }

  return {
    // A list that is a little too long for the room below the head would leave its first page empty.
    unbreakable: title !== null && isWhole && rows.length <= ROWS_TOGETHER,
    table: {
      headerRows,
      keepWithHeaderRows: isWhole ? ROWS_WITH_HEADING : 0,
      dontBreakRows: isWhole,
      widths: [...widths],
      body: [
        ...[...titled, headings, ...before, ...empty],
        ...(together === null
          ? end
          : [spanning({ table: { widths: [...widths], body: together }, layout: endLayout() })]),
      ],
    },
    layout: layoutOf(headerRows, new Set([...sums, ...(total ? [rows.length] : [])]), together && before.length),
  };

  /** Of the table within the last row, whose lines above and below are those of the row. */
  function endLayout(): CustomTableLayout {
    const whole = layoutOf(0, new Set([withEnd]), null);
    return { ...whole, hLineWidth: (line, node) => (isEdge(line, node) ? 0 : (whole.hLineWidth?.(line, node) ?? 0)) };
  }
}

function isEdge(line: number, { table }: ContentTable): boolean {
  return line === 0 || line === table.body.length;
}

/** Its word lies across the columns up to the first sum: in one of these it would read as a value. */
function totalCells(columns: PrintedTable['columns'], totals: readonly string[]): TableCell[] {
  const cells = columns.map((column, at) => ({ ...cellOf(column, totals[at] ?? ''), bold: true }));
  const across = totals.findIndex((text, at) => at > 0 && text !== '');
  return cells.map((cell, at) =>
    at === 0 && across > 1 ? { ...cell, alignment: 'left' as const, colSpan: across } : cell,
  );
}

function cellOf(column: PrintedTable['columns'][number], text: string) {
  return holdsNumbers(column)
    ? { text, alignment: 'right' as const, preserveTrailingSpaces: true }
    : { text, alignment: 'left' as const };
}

/** `nested`: the row that is a table of rows, which have their own room. Rules below the headings and above each sum, a hairline between other rows, and no lines beside one another. */
function layoutOf(headerRows: number, sums: ReadonlySet<number>, nested: number | null): CustomTableLayout {
  const padding = (row: number) => (nested !== null && row === headerRows + nested ? 0 : 1.6);
  const isStrong = (line: number) => line === headerRows || sums.has(line - headerRows);
  return {
    hLineWidth: (line) => (line < headerRows ? 0 : isStrong(line) ? 0.8 : 0.4),
    hLineColor: (line) => (isStrong(line) ? INK : LINE),
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : GAP / 2),
    paddingRight: (column, node) => (column === (node.table.widths?.length ?? 0) - 1 ? 0 : GAP / 2),
    paddingTop: padding,
    paddingBottom: padding,
  };
}
