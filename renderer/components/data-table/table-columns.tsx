import type { CSSProperties } from 'react';
import type { TableColumn } from './table-column.ts';
import type { ColumnTable } from './use-column-table.ts';

interface TableColumnsProps<Row> {
  readonly table: ColumnTable;
  readonly columns: readonly TableColumn<Row>[];
}

/** The widths: each as declared or dragged; the growing column takes what is left until it is dragged itself. */
export function TableColumns<Row>({ table, columns }: TableColumnsProps<Row>) {
  return (
    <colgroup>
      {columns.map((column) => (
        <col
          key={column.id}
          style={isGrowing(table, columns, column) ? undefined : { width: widthOf(table, column) }}
        />
      ))}
    </colgroup>
  );
}

/** The table fills the window while a column grows; else it is as wide as its columns. */
export function tableWidth<Row>(table: ColumnTable, columns: readonly TableColumn<Row>[]): CSSProperties {
  const total = columns.reduce((sum, column) => sum + widthOf(table, column), 0);
  const grows = columns.some((column) => isGrowing(table, columns, column));
  return { width: grows ? '100%' : total, minWidth: total };
}

/** A column that stands alone grows as well: nothing else takes the rest of the width. */
function isGrowing<Row>(
  table: ColumnTable,
  columns: readonly TableColumn<Row>[],
  column: TableColumn<Row>,
): boolean {
  return (column.grows === true || columns.length === 1) && table.state.columnSizing[column.id] === undefined;
}

function widthOf<Row>(table: ColumnTable, column: TableColumn<Row>): number {
  return table.getColumn(column.id)?.getSize() ?? column.widthPx;
}
