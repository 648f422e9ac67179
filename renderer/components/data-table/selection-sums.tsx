import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './data-table.module.css';
import { countRows, type GetEmphasis, getLoadedRows, type RowRanges, type RowSource } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

/** The sum and average of the selected rows in one column. */
interface ColumnFigure {
  readonly id: string;
  readonly header: string;
  readonly kind: TableColumn<never>['kind'];
  /** `null` if the figure of a row is not known. */
  readonly sum: number | null;
  readonly average: number | null;
}

/**
 * `reading`: rows out of view are being read. `too-many`: they are not read because there are too many. `unread`:
 * reading them failed.
 */
export type SelectionFigures = readonly ColumnFigure[] | 'reading' | 'too-many' | 'unread';

/** The same limit as for copying. The user can export more rows. */
const MAX_ROWS = 20_000;

/** Nothing is read while the selection is still growing. */
const SETTLE_MS = 250;

const NONE: SelectionFigures = [];

interface SelectionFiguresOptions<Row> {
  readonly rows: RowSource<Row>;
  readonly ranges: RowRanges;
  /** The visible columns, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly getEmphasis: GetEmphasis<Row> | undefined;
}

/** Sum and average of the selected rows in every column with figures, including rows that are not in view. */
export function useSelectionFigures<Row>(options: SelectionFiguresOptions<Row>): SelectionFigures {
  const { rows, ranges, columns, getEmphasis } = options;
  const summed = useMemo(() => columns.filter(({ figure }) => figure !== undefined), [columns]);
  const count = countRows(ranges);
  const isWanted = count > 1 && summed.length > 0;
  const here = useMemo(
    () => (isWanted && count <= MAX_ROWS ? getIfAllLoaded(getLoadedRows(rows, ranges)) : null),
    [isWanted, count, rows, ranges],
  );
  const isToRead = isWanted && count <= MAX_ROWS && here === null;
  const read = useReadRows(rows, ranges, isToRead);
  const selected = here ?? read;

  return useMemo(() => {
    if (!isWanted) return NONE;
    if (count > MAX_ROWS) return 'too-many';
    if (selected === null) return 'reading';
    if (selected === 'unread') return selected;
    const data = selected.filter((row) => getEmphasis?.(row) === undefined);
    return data.length > 1 ? summed.map((column) => calculateFigure(column, data)) : NONE;
  }, [isWanted, count, selected, summed, getEmphasis]);
}

function getIfAllLoaded<Row>(rows: readonly (Row | undefined)[]): readonly Row[] | null {
  const known = rows.filter((row) => row !== undefined);
  return known.length === rows.length ? known : null;
}

/** The rows of the ranges, from the source; `null` until they are read. */
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

function calculateFigure<Row>({ id, header, kind, figure }: TableColumn<Row>, rows: readonly Row[]): ColumnFigure {
  let sum: number | null = 0;
  for (const row of rows) {
    const value = figure?.(row) ?? null;
    sum = sum === null || value === null ? null : sum + fromEuros(value);
  }
  const average = sum === null ? null : toEuros(Math.round(sum / rows.length));
  return { id, header, kind, average, sum: sum === null ? null : toEuros(sum) };
}

/** The sums beside the number of selected rows, as in the status bar of a spreadsheet. */
export function SelectionSums({ figures }: { readonly figures: SelectionFigures }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (figures === NONE) return null;
  if (typeof figures === 'string') {
    return (
      <span className={styles.sums}>
        {figures === 'reading' && t('copying.summing')}
        {figures === 'too-many' && t('copying.tooManyToSum', { most: MAX_ROWS })}
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
