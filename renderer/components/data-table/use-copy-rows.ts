import { useState } from 'react';
import { useFormat } from '../../lib/language.ts';
import { useTellTrouble } from '../../lib/tell-failure.ts';
import { copiedCell } from './copied-cell.ts';
import { type CopiedTable, copiedRow, copiedTable } from './copied-table.ts';
import type { EmphasisOf } from './row-emphasis.ts';
import { type RowRanges, rowsIn } from './row-ranges.ts';
import { ListChanged, type RowSource } from './row-source.ts';
import { selectedRows } from './selected-rows.ts';
import type { TableColumn } from './table-column.ts';
import { useCopyWords } from './use-copy-words.tsx';
import { writeTable } from './write-table.ts';

interface CopyRowsOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Those that are shown, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

/** More than this no clipboard takes without the window standing still; an export does. */
const MOST_ROWS = 20_000;
/** Between two parts of a long copy the window draws and answers. */
const ROWS_AT_ONCE = 500;

/** Copies rows as a table with the columns that are shown, and says what was copied and what was not. */
export function useCopyRows<Row>({ rows: source, columns, emphasisOf }: CopyRowsOptions<Row>) {
  const format = useFormat();
  const words = useCopyWords();
  const tellTrouble = useTellTrouble();
  const [isCopying, setIsCopying] = useState(false);

  async function copy(ranges: RowRanges): Promise<void> {
    if (rowsIn(ranges) > MOST_ROWS) return words.tellTooMany(MOST_ROWS);
    setIsCopying(true);
    try {
      const { rows, missing } = await selectedRows(source, ranges, emphasisOf);
      const headers = columns.map(({ header }) => header);
      if (rows.length > 0) await writeTable(copiedTable(headers, await copiedRows(rows)));
      words.tellCopied(rows.length, missing);
    } catch (error) {
      // Rows that could not be read, or a window that may not use the clipboard: nothing was copied.
      tellTrouble(error instanceof ListChanged ? words.listChanged : words.notCopied);
    } finally {
      setIsCopying(false);
    }
  }

  async function copiedRows(rows: readonly Row[]): Promise<readonly CopiedTable[]> {
    const copied: CopiedTable[] = [];
    for (const row of rows) {
      if (copied.length % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await aMoment();
      copied.push(copiedRow(columns.map((column) => copiedCell(column, row, format))));
    }
    return copied;
  }

  return { copy, isCopying };
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
