import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './data-table.module.css';
import { type EmphasisOf, type RowRanges, type RowSource, rowsHere, rowsIn } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

/** What the selected rows come to in one column. */
interface ColumnFigure {
  readonly id: string;
  readonly header: string;
  readonly kind: TableColumn<never>['kind'];
  /** Null where a row has a figure that is not known. */
  readonly sum: number | null;
  readonly average: number | null;
}

/** `reading`: rows out of view are being read; `too-many`: they are not, as there are so many; `unread`: it failed. */
export type SelectionFigures = readonly ColumnFigure[] | 'reading' | 'too-many' | 'unread';

/** As many as are copied: more are read by an export. */
const MOST_ROWS = 20_000;

/** A selection that is still growing reads nothing. */
const SETTLE_MS = 250;

const NONE: SelectionFigures = [];

interface SelectionFiguresOptions<Row> {
  readonly rows: RowSource<Row>;
  readonly ranges: RowRanges;
  /** The visible ones, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

/** Sum and average of the selected rows in every column with figures, also of rows that are not in view. */
export function useSelectionFigures<Row>(options: SelectionFiguresOptions<Row>): SelectionFigures {
  const { rows, ranges, columns, emphasisOf } = options;
  const summed = useMemo(() => columns.filter(({ figure }) => figure !== undefined), [columns]);
  const count = rowsIn(ranges);
  const isWanted = count > 1 && summed.length > 0;
  const here = useMemo(
    () => (isWanted && count <= MOST_ROWS ? knownRows(rowsHere(rows, ranges)) : null),
    [isWanted, count, rows, ranges],
  );
  const isToRead = isWanted && count <= MOST_ROWS && here === null;
  const read = useReadRows(rows, ranges, isToRead);
  const selected = here ?? read;

  return useMemo(() => {
    if (!isWanted) return NONE;
    if (count > MOST_ROWS) return 'too-many';
    if (selected === null) return 'reading';
    if (selected === 'unread') return selected;
    const data = selected.filter((row) => emphasisOf?.(row) === undefined);
    return data.length > 1 ? summed.map((column) => figureOf(column, data)) : NONE;
  }, [isWanted, count, selected, summed, emphasisOf]);
}

function knownRows<Row>(rows: readonly (Row | undefined)[]): readonly Row[] | null {
  const known = rows.filter((row) => row !== undefined);
  return known.length === rows.length ? known : null;
}

/** The rows of the ranges, from the source; null until they are read. */
function useReadRows<Row>({ loadRanges }: RowSource<Row>, ranges: RowRanges, isToRead: boolean) {
  const [read, setRead] = useState<{ readonly of: RowRanges; readonly rows: readonly Row[] | 'unread' } | null>(null);
  useEffect(() => {
    if (!isToRead) return;
    let isCurrent = true;
    const settled = setTimeout(async () => {
      const rows = loadRanges ? await loadRanges(ranges).catch(() => 'unread' as const) : ('unread' as const);
      if (isCurrent) setRead({ of: ranges, rows });
    }, SETTLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(settled);
    };
  }, [loadRanges, ranges, isToRead]);
  return isToRead && read?.of === ranges ? read.rows : null;
}

function figureOf<Row>({ id, header, kind, figure }: TableColumn<Row>, rows: readonly Row[]): ColumnFigure {
  let sum: number | null = 0;
  for (const row of rows) {
    const value = figure?.(row) ?? null;
    sum = sum === null || value === null ? null : sum + fromEuros(value);
  }
  const average = sum === null ? null : toEuros(Math.round(sum / rows.length));
  return { id, header, kind, average, sum: sum === null ? null : toEuros(sum) };
}

/** The sums beside the number of selected rows, as the status bar of a spreadsheet has them. */
export function SelectionSums({ figures }: { readonly figures: SelectionFigures }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (figures === NONE) return null;
  if (typeof figures === 'string') {
    return (
      <span className={styles.sums}>
        {figures === 'reading' && t('copying.summing')}
        {figures === 'too-many' && t('copying.tooManyToSum', { most: MOST_ROWS })}
        {figures === 'unread' && t('copying.notSummed')}
      </span>
    );
  }
  return (
    <span className={styles.sums} role="status">
      {figures.map(({ id, header, kind, sum, average }) => {
        const write = (value: number | null) =>
          kind === 'amount' || value === null ? format.money(value) : format.quantity(value);
        return <span key={id}>{t('copying.sumOf', { column: header, sum: write(sum), average: write(average) })}</span>;
      })}
    </span>
  );
}
