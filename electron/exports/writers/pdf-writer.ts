import { unknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { type Band, type Block, chooseSheet, type Sheet, tableBlock, usableWidth } from './pdf-blocks.ts';
import {
  ALARM,
  FOOTER_HEIGHT,
  HAIRLINE,
  INK,
  lineHeightOf,
  MARGIN,
  MUTED,
  openPaper,
  type Paper,
  RULE,
  type TextStyle,
  wrapText,
} from './pdf-paper.ts';
import { alignedNeeds, columnNeeds, largestNeeds, type PrintedTable, printedTables } from './pdf-tables.ts';
import { createPrintableText, dayText, MISSING_CHARACTER, PDF_LABELS, periodText } from './pdf-text.ts';
import { type DocumentEnd, type ExportDocument, shortfallMessage, type Writer } from './writer.ts';

/** Nobody reads more, and its layout would take long. */
const MAX_ROWS = 5_000;

/** A4 with the facts of the document on each page; its bytes come page by page. */
export const pdfWriter: Writer = {
  extension: 'pdf',
  maxRows: MAX_ROWS,
  async *write(document, batches, end) {
    const rows: ExportRow[] = [];
    for await (const batch of batches) rows.push(...batch);
    const known = end();
    const { title, language } = document;
    const paper = await openPaper({ title, language, createdAt: new Date(known.asOf) });
    for (const drawPage of pagesOf(document, rows, known, paper)) {
      drawPage();
      yield* paper.take();
    }
    paper.end();
    yield* paper.take();
  },
};

function pagesOf(document: ExportDocument, rows: readonly ExportRow[], end: DocumentEnd, paper: Paper): (() => void)[] {
  const { language } = document;
  const printable = createPrintableText(paper.regular);
  const tables = printedTables(document, rows, end, printable);
  const needs = tables.map((table) => columnNeeds(table, language, paper));
  const largest = largestNeeds(tables, needs);
  const sheet = chooseSheet([...largest.values()]);
  const hasMissing = tables.some(lacksCharacters);
  const frame = createPageFrame(document, end, sheet, paper, { printable, hasMissing });
  const room = sheet.page.height - frame.top - FOOTER_HEIGHT;
  const context = { paper, sheet, language, room };
  const blocks = tables.map((table, at) => tableBlock(table, alignedNeeds(table, needs[at] ?? [], largest), context));
  return paginate(blocks, room).map((bands, index, pages) => () => {
    paper.addPage(sheet.page);
    frame.draw(paper, index + 1, pages.length);
    let top = frame.top;
    for (const band of bands) {
      band.draw(paper, top);
      top += band.height;
    }
  });
}

function lacksCharacters({ title, rows }: PrintedTable): boolean {
  return [title ?? '', ...rows.flat()].some((text) => text.includes(MISSING_CHARACTER));
}

interface FrameLine {
  readonly text: string;
  readonly style: TextStyle;
}

const ZONE = 'Europe/Amsterdam';

const SMALL = 8;

const TITLE_SIZE = 15;

const SPACE_BELOW = 10;

const SEPARATOR = '  \u00B7  ';

/** More would leave too little of the page; what is longer ends in an ellipsis. */
const MOST_LINES = { notice: 4, unknown: 3, account: 1, title: 2, facts: 3, filters: 4 } as const;

/**
 * Draws the same parts on every page: above the rows the facts of the figures, below them the number of the page. Rows
 * begin at `top`, in points from the upper edge.
 */
function createPageFrame(
  document: ExportDocument,
  end: DocumentEnd,
  sheet: Sheet,
  paper: Paper,
  options: { readonly printable: (text: string) => string; readonly hasMissing: boolean },
) {
  const { page } = sheet;
  const labels = PDF_LABELS[document.language];
  const width = usableWidth(page);
  const right = MARGIN + width;
  const small: TextStyle = { face: paper.regular, size: SMALL, color: MUTED };
  const strong: TextStyle = { face: paper.bold, size: SMALL, color: INK };
  const alarm: TextStyle = { ...strong, color: ALARM };
  const title: TextStyle = { face: paper.bold, size: TITLE_SIZE, color: INK };

  function lines(text: string, style: TextStyle, most: number): FrameLine[] {
    const all = wrapText(options.printable(text), width, style.face, style.size);
    return shortened(all, most, width, style).map((line) => ({ text: line, style }));
  }

  const head = [
    ...lines(noticeOf(document, end), alarm, MOST_LINES.notice),
    ...lines(document.account, strong, MOST_LINES.account),
    ...lines(document.title, title, MOST_LINES.title),
    ...lines(factsOf(document, end), small, MOST_LINES.facts),
    ...lines(filtersOf(document), small, MOST_LINES.filters),
    ...lines(unknownNote(end.unknown, document.language) ?? '', strong, MOST_LINES.unknown),
  ].filter(({ text }) => text !== '');
  const headHeight = head.reduce((height, { style }) => height + lineHeightOf(style.size), 0);
  const note = options.hasMissing ? `${MISSING_CHARACTER} ${labels.missingCharacter}` : document.title;
  const [foot] = lines(note, small, 1);

  return {
    top: MARGIN + headHeight + SPACE_BELOW,
    draw: (drawn: Paper, number: number, count: number) => {
      let top = MARGIN;
      for (const { text, style } of head) {
        drawn.text(text, MARGIN, top, style);
        top += lineHeightOf(style.size);
      }
      drawn.rule(MARGIN, right, top + SPACE_BELOW / 2, RULE);
      const footTop = page.height - FOOTER_HEIGHT + 14;
      const pageText = labels.page(number, count);
      drawn.rule(MARGIN, right, footTop - 4, HAIRLINE);
      if (foot !== undefined) drawn.text(foot.text, MARGIN, footTop, small);
      drawn.text(pageText, right - small.face.widthOf(pageText, SMALL), footTop, small);
    },
  };
}

function noticeOf({ language }: ExportDocument, { shortfall }: DocumentEnd): string {
  if (shortfall === null) return '';
  return `${PDF_LABELS[language].incomplete}: ${shortfallMessage(shortfall, language)}`;
}

function factsOf({ period, place, language }: ExportDocument, { asOf }: DocumentEnd): string {
  const labels = PDF_LABELS[language];
  const moment = dayText(asOf.slice(0, 19).replace('T', ' '), language);
  return [
    ...(period === null ? [] : [`${labels.period}: ${periodText(period, language)}`]),
    `${labels.place}: ${place ?? labels.everywhere}`,
    `${labels.zone}: ${ZONE}`,
    `${labels.asOf} ${moment}`,
  ].join(SEPARATOR);
}

function filtersOf({ filters, language }: ExportDocument): string {
  const labels = PDF_LABELS[language];
  const named = filters.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return `${labels.filters}: ${named === '' ? labels.noFilters : named}`;
}

function shortened(lines: readonly string[], most: number, width: number, style: TextStyle): string[] {
  if (lines.length <= most) return [...lines];
  const letters = Array.from(lines[most - 1] ?? '');
  while (letters.length > 0 && style.face.widthOf(`${letters.join('')}…`, style.size) > width) letters.pop();
  return [...lines.slice(0, most - 1), `${letters.join('')}…`];
}

/** Rows that are not left alone at the foot of a page under their title. */
const ROWS_WITH_TITLE = 2;

/** Rows that are not parted at the end of a table, so that its total is not alone at the top of a page. */
const ROWS_AT_END = 2;

/** Parts the tables over pages on which `room` is free, in points. A strip must be lower than that with its header. */
export function paginate(blocks: readonly Block[], room: number): (readonly Band[])[] {
  const pages: Band[][] = [];
  let page: Band[] = [];
  let left = 0;

  function startPage(): void {
    page = [];
    pages.push(page);
    left = room;
  }

  function put(band: Band): void {
    page.push(band);
    left -= band.height;
  }

  function putBlock({ title, continued, header, rows, totals }: Block): void {
    const opening = title === null ? [header] : [title, header];
    const reopening = continued === null ? [header] : [continued, header];
    const closing = totals === null ? [] : [totals];
    const end = rows.length - ROWS_AT_END;
    const endFits = heightOf([...reopening, ...rows.slice(-ROWS_AT_END), ...closing]) <= room;
    const isShort = end < ROWS_WITH_TITLE;
    const first = isShort ? [...rows, ...closing] : rows.slice(0, ROWS_WITH_TITLE);

    /** What must have room where the row goes. */
    function togetherFrom(index: number): readonly Band[] {
      if (index === rows.length - 1 || (index === end && endFits)) return [...rows.slice(index), ...closing];
      return rows.slice(index, index + 1);
    }

    if (heightOf([...opening, ...first]) > left) startPage();
    for (const band of opening) put(band);
    rows.forEach((row, index) => {
      if (index > 0 && heightOf(togetherFrom(index)) > left) {
        startPage();
        for (const band of reopening) put(band);
      }
      put(row);
    });
    for (const band of closing) put(band);
  }

  startPage();
  for (const block of blocks) putBlock(block);
  return pages.filter(({ length }) => length > 0);
}

function heightOf(bands: readonly Band[]): number {
  return bands.reduce((height, band) => height + band.height, 0);
}
