import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type PrintTask, usePrintSteps } from '../../lib/print.ts';
import styles from './data-table.module.css';
import { PlainTable } from './plain-table.tsx';
import { type GetEmphasis, getLoadedRows, type RowSource } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

/** The limit of a PDF export. Printing twice as many would take the browser minutes. */
const MAX_ROWS = 5_000;

/** Drawing more rows takes so long that the window first shows a message. */
const MAX_ROWS_WITHOUT_MESSAGE = 250;
const MESSAGE_DELAY_MS = 50;

interface PrintedRowsProps<Row> {
  readonly rows: RowSource<Row>;
  /** The visible columns, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly totals: Readonly<Record<string, ReactNode>> | undefined;
  readonly totalsNote: ReactNode;
  readonly getEmphasis: GetEmphasis<Row> | undefined;
}

/** The rows of a list on paper: all of them, not only those in view. Renders nothing on the screen. */
export function PrintedRows<Row>(props: PrintedRowsProps<Row>) {
  const { rows, columns, totals, totalsNote, getEmphasis } = props;
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);

  usePrintSteps({
    prepare: async (task) => {
      const read = await loadPrintedRows(rows, task);
      if (task.signal.aborted) return;
      if (read.length > MAX_ROWS_WITHOUT_MESSAGE) await new Promise((resolve) => setTimeout(resolve, MESSAGE_DELAY_MS));
      flushSync(() => setPrinted(read));
    },
    before: () => setPrinted((before) => before ?? getFirstRows(rows)),
    after: () => setPrinted(null),
  });

  if (printed === null || printed.length === 0) return null;
  const isCut = printed.length < rows.rowCount;
  const [first] = columns;
  const formatCutTotal = (label: ReactNode) => (
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
        getRowKey={rows.getRowId}
        rowProps={(row) => ({ 'data-emphasis': getEmphasis?.(row) })}
        totals={
          totals && first && { ...totals, [first.id]: isCut ? formatCutTotal(totals[first.id]) : totals[first.id] }
        }
      />
      {totalsNote !== undefined && <p>{totalsNote}</p>}
    </div>
  );
}

/** Longer words are titles without spaces, or addresses. */
const LONG_WORD = /\S{40}/;

/** Marks long words, which may break anywhere. Otherwise they would push the next columns off the sheet. */
function markLongWords(printed: HTMLElement | null): void {
  for (const cell of printed?.querySelectorAll('td') ?? []) {
    if (LONG_WORD.test(cell.textContent)) cell.dataset.longWord = '';
  }
}

/** Rows that could not be read are not printed. The sheet then says how many of all rows it has. */
async function loadPrintedRows<Row>(rows: RowSource<Row>, { signal, onRead }: PrintTask): Promise<readonly Row[]> {
  const here = getFirstRows(rows);
  const total = Math.min(rows.rowCount, MAX_ROWS);
  const report = (read: number) => onRead({ read, total });
  report(here.length);
  if (here.length === total || rows.loadRanges === undefined) return here;
  try {
    return await rows.loadRanges([[0, total - 1]], { signal, onRead: report });
  } catch {
    return here;
  }
}

/** The loaded rows from the first up to the first gap. */
function getFirstRows<Row>(rows: RowSource<Row>): readonly Row[] {
  const here = getLoadedRows(rows, [[0, Math.min(rows.rowCount, MAX_ROWS) - 1]]);
  const gap = here.indexOf(undefined);
  return (gap === -1 ? here : here.slice(0, gap)) as readonly Row[];
}
