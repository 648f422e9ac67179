import type { CellValue, DatasetColumn } from '../../shared/datasets/column.ts';
import type { DatasetDeclaration } from '../../shared/datasets/dataset-declaration.ts';
import type { Caller } from '../base/caller.ts';
import type { ExportRow } from './dataset.ts';

/** First line of a snapshot. */
export interface SnapshotHead {
  /** Ids, in the order of the values: first those of the file, then what else names a row. */
  readonly columns: readonly string[];
  /** Ids of the columns that name a row; all of them are in `columns`. */
  readonly labels: readonly string[];
  /** Id of the one location that was to be seen; null for all. */
  readonly lockedTo: number | null;
}

/** What is kept of a row. */
export interface SnapshotRow {
  readonly key: string;
  readonly values: readonly CellValue[];
}

/** What is personal names a row only where it is in the file as well. */
export function snapshotHead(
  declaration: DatasetDeclaration,
  columns: readonly DatasetColumn[],
  { lockedLocation }: Pick<Caller, 'lockedLocation'>,
): SnapshotHead {
  const mayName = (column: DatasetColumn) => !column.isPersonal || columns.includes(column);
  const named = new Set(declaration.columns.filter(mayName).map(({ id }) => id));
  const labels = declaration.labelColumns.filter((id) => named.has(id));
  return {
    columns: [...new Set([...columns.map(({ id }) => id), ...labels])],
    labels,
    lockedTo: lockedLocation?.id ?? null,
  };
}

/** One after the other key and values of each row; not of rows that differ each time they are read. */
export function flatCells({ columns }: SnapshotHead, rows: readonly ExportRow[]): CellValue[] {
  const cells: CellValue[] = [];
  for (const row of rows) {
    if (row.isVolatile) continue;
    cells.push(row.key);
    for (const id of columns) cells.push(row[id] ?? null);
  }
  return cells;
}

/** The rows of which `flatCells` gave the cells. */
export function rowsOfCells({ columns }: SnapshotHead, cells: readonly CellValue[]): SnapshotRow[] {
  const width = 1 + columns.length;
  return Array.from({ length: cells.length / width }, (_, index) => {
    const start = index * width;
    return { key: String(cells[start]), values: cells.slice(start + 1, start + width) };
  });
}

/** The row as people name it. */
export function labelOf({ columns, labels }: SnapshotHead, { key, values }: SnapshotRow): string {
  const words = labels.map((id) => String(values[columns.indexOf(id)] ?? ''));
  return words.filter((word) => word !== '').join(' · ') || key;
}
