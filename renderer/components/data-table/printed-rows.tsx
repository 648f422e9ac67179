import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import { type PrintTask, usePrintSteps } from '../../lib/print.ts';
import styles from './data-table.module.css';
import type { EmphasisOf, RowSource } from './row-source.ts';
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
  readonly totalsNote: string | undefined;
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

/** The rows of a list as they are on paper: all of them, not only those in view. On the screen there is nothing. */
export function PrintedRows<Row>(props: PrintedRowsProps<Row>) {
  const { rows, columns, totals, totalsNote, emphasisOf } = props;
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);

  usePrintSteps({
    prepare: async (task) => {
      const read = await printedRows(rows, task);
      if (task.signal.aborted) return;
      if (read.length > ROWS_AT_ONCE) await new Promise((resolve) => setTimeout(resolve, SAID_MS));
      flushSync(() => setPrinted(read));
    },
    before: () => setPrinted((before) => before ?? rowsHere(rows)),
    after: () => setPrinted(null),
  });

  if (printed === null || printed.length === 0) return null;
  const isCut = printed.length < rows.rowCount;
  return (
    <div className={styles.printed}>
      {isCut && <p>{t('print.some', { rows: quantity(printed.length), total: quantity(rows.rowCount) })}</p>}
      <table>
        <thead>
          <tr>
            {columns.map(({ id, header, unit, kind }) => (
              <th key={id} scope="col" data-kind={kind}>
                {header} {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map((row) => (
            <tr key={rows.rowId(row)} data-emphasis={emphasisOf?.(row)}>
              {columns.map((column) => (
                <td key={column.id} ref={markLongWord} data-kind={column.kind}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {totals && (
            // Not a footer, which would come again on each sheet.
            <tr data-emphasis="subtotal">
              {totalCells(columns, totals).map(({ id, kind, span }, index) => (
                <td key={id} data-kind={kind} colSpan={span}>
                  {totals[id]}
                  {index === 0 && isCut && ` ${t('print.ofAll', { total: quantity(rows.rowCount) })}`}
                </td>
              ))}
            </tr>
          )}
          {totalsNote !== undefined && (
            <tr>
              <td colSpan={columns.length}>{totalsNote}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Anything longer would be a title without spaces, or an address. */
const LONG_WORD = /\S{40}/;

/** Such a word may be broken anywhere: else it would push the columns beside it off the sheet. */
function markLongWord(cell: HTMLTableCellElement | null): void {
  if (cell && LONG_WORD.test(cell.textContent)) cell.dataset.longWord = '';
}

/** The label of the totals takes the columns after it that have none, so that it does not widen its own. */
function totalCells<Row>(columns: readonly TableColumn<Row>[], totals: Readonly<Record<string, ReactNode>>) {
  const next = columns.findIndex(({ id }, index) => index > 0 && totals[id] != null);
  const span = next === -1 ? columns.length : next;
  return columns.flatMap(({ id, kind }, index) => {
    if (index > 0 && index < span) return [];
    return { id, kind, span: index === 0 ? span : 1 };
  });
}

/** What could not be read is not printed, and the sheet says how many rows it has of all. */
async function printedRows<Row>(rows: RowSource<Row>, { signal, onRead }: PrintTask): Promise<readonly Row[]> {
  const here = rowsHere(rows);
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
function rowsHere<Row>({ rowCount, rowAt }: RowSource<Row>): readonly Row[] {
  const here: Row[] = [];
  for (let index = 0; index < Math.min(rowCount, MOST_ROWS); index += 1) {
    const row = rowAt(index);
    if (row === undefined) break;
    here.push(row);
  }
  return here;
}
