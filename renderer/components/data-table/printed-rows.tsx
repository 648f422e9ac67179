import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type PrintTask, usePrintSteps } from '../../lib/print.ts';
import styles from './data-table.module.css';
import { PlainTable } from './plain-table.tsx';
import { type EmphasisOf, type RowSource, rowsHere } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

/** As many as a PDF file has. Twice as many take the browser minutes. */
const MOST_ROWS = 5_000;

/** More take so long to draw that the window first says what it does. */
const ROWS_AT_ONCE = 250;
const SAID_MS = 50;

interface PrintedRowsProps<Row> {
  readonly rows: RowSource<Row>;
  /** The visible ones, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly totals: Readonly<Record<string, ReactNode>> | undefined;
  readonly totalsNote: ReactNode;
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

/** The rows of a list as they are on paper: all of them, not only those in view. On the screen there is nothing. */
export function PrintedRows<Row>(props: PrintedRowsProps<Row>) {
  const { rows, columns, totals, totalsNote, emphasisOf } = props;
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);

  usePrintSteps({
    prepare: async (task) => {
      const read = await printedRows(rows, task);
      if (task.signal.aborted) return;
      if (read.length > ROWS_AT_ONCE) await new Promise((resolve) => setTimeout(resolve, SAID_MS));
      flushSync(() => setPrinted(read));
    },
    before: () => setPrinted((before) => before ?? firstRows(rows)),
    after: () => setPrinted(null),
  });

  if (printed === null || printed.length === 0) return null;
  const isCut = printed.length < rows.rowCount;
  const [first] = columns;
  const ofAll = (label: ReactNode) => (
    <>
      {label} {t('print.ofAll', { total: rows.rowCount })}
    </>
  );
  return (
    <div className={styles.printed} ref={markLongWords}>
      {isCut && <p>{t('print.some', { rows: printed.length, total: rows.rowCount })}</p>}
      <PlainTable
        columns={columns}
        rows={printed}
        rowKey={rows.rowId}
        rowProps={(row) => ({ 'data-emphasis': emphasisOf?.(row) })}
        totals={totals && first && { ...totals, [first.id]: isCut ? ofAll(totals[first.id]) : totals[first.id] }}
      />
      {totalsNote !== undefined && <p>{totalsNote}</p>}
    </div>
  );
}

/** Anything longer would be a title without spaces, or an address. */
const LONG_WORD = /\S{40}/;

/** Such a word may be broken anywhere: else it would push the columns beside it off the sheet. */
function markLongWords(printed: HTMLElement | null): void {
  for (const cell of printed?.querySelectorAll('td') ?? []) {
    if (LONG_WORD.test(cell.textContent)) cell.dataset.longWord = '';
  }
}

/** What could not be read is not printed, and the sheet says how many rows it has of all. */
async function printedRows<Row>(rows: RowSource<Row>, { signal, onRead }: PrintTask): Promise<readonly Row[]> {
  const here = firstRows(rows);
  const total = Math.min(rows.rowCount, MOST_ROWS);
  const report = (read: number) => onRead({ read, total });
  report(here.length);
  if (here.length === total || rows.loadRanges === undefined) return here;
  try {
    return await rows.loadRanges([[0, total - 1]], { signal, onRead: report });
  } catch {
    return here;
  }
}

/** The loaded rows from the first on. */
function firstRows<Row>(rows: RowSource<Row>): readonly Row[] {
  const here = rowsHere(rows, [[0, Math.min(rows.rowCount, MOST_ROWS) - 1]]);
  const gap = here.indexOf(undefined);
  return (gap === -1 ? here : here.slice(0, gap)) as readonly Row[];
}
