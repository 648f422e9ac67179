import type { ExportRow } from '../dataset.ts';
import { alignedNeeds, columnNeeds, largestNeeds } from './column-needs.ts';
import { FOOTER_HEIGHT } from './page-format.ts';
import { createPageFrame } from './page-frame.ts';
import { paginate } from './paginate.ts';
import { openPaper, type Paper } from './paper.ts';
import { chooseSheet } from './pdf-sheet.ts';
import { createPrintableText, MISSING_CHARACTER } from './printable-text.ts';
import { type PrintedTable, printedTables } from './printed-tables.ts';
import { tableBlock } from './table-block.ts';
import type { DocumentEnd, ExportDocument, Writer } from './writer.ts';

/** More is read by nobody, and would take long to lay out. */
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

function pagesOf(
  document: ExportDocument,
  rows: readonly ExportRow[],
  end: DocumentEnd,
  paper: Paper,
): (() => void)[] {
  const { language } = document;
  const printable = createPrintableText(paper.regular);
  const tables = printedTables(document, rows, end, printable);
  const needs = tables.map((table) => columnNeeds(table, language, paper));
  const largest = largestNeeds(tables, needs);
  const sheet = chooseSheet([...largest.values()]);
  const hasMissing = tables.some(lacksCharacters);
  const frame = createPageFrame(document, end, sheet, paper, { printable, hasMissing });
  const room = sheet.page.height - frame.top - FOOTER_HEIGHT;
  const ground = { paper, sheet, language, room };
  const blocks = tables.map((table, at) =>
    tableBlock(table, alignedNeeds(table, needs[at] ?? [], largest), ground),
  );
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
