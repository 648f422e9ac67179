import { incompleteRow, rowOf, totalsRow } from './closing-rows.ts';
import type { SheetColumn } from './sheet-columns.ts';
import { sheetEnd, sheetStart, tableRange } from './sheet-frame.ts';
import type { SheetSection } from './sheet-sections.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** Enough that a chunk costs nothing, and little to hold. */
const CHUNK_CHARACTERS = 65_536;

export interface SheetParts {
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

export function createSheet({ document, columns, section, isFirst, end }: SheetParts): Sheet {
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
    const incomplete = shortfall === null ? '' : incompleteRow(shortfall, document.language, after);
    return (totals ?? '') + incomplete;
  }

  return { chunks, range: () => tableRange(columns, lastRow) };
}
