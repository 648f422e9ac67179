import type { Key, ReactNode } from 'react';
import type { TableColumn } from './table-column.ts';

/** A column of a table without virtual rows, declared as those of a list are. */
export interface PlainColumn<Row> extends Pick<TableColumn<Row>, 'id' | 'unit' | 'cell'> {
  /** Blank over a column that needs no name. */
  readonly header: ReactNode;
  /** Absent where the table's own style aligns its cells. */
  readonly kind?: TableColumn<Row>['kind'];
  /** Its cells are the headings of their rows. */
  readonly isRowHeading?: boolean;
  /** The text of a cell that may be cut off. */
  readonly titleOf?: (row: Row) => string | undefined;
}

interface PlainTableProps<Row> {
  readonly label?: string | undefined;
  /** The id of what names it, instead of `label`. */
  readonly labelledBy?: string | undefined;
  readonly className?: string | undefined;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** Marks a row for the style of the table, such as `data-marked`. */
  readonly rowProps?: (row: Row) => Readonly<Record<`data-${string}`, string | boolean | undefined>>;
  /** Rows below the others that are no footer, which paper has again on each sheet. */
  readonly lastRows?: ReactNode;
  /** Cells of the totals row by column id, the label under that of the first column; absent: no totals row. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
}

/**
 * A short table: every row is in the document, so that the browser finds, prints and reads it aloud, and it is no stop
 * for Tab.
 */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, labelledBy, className, columns, rows, rowKey, rowProps, lastRows, totals } = props;
  return (
    <table className={className} aria-label={label} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ id, header, unit, kind }) =>
            header === '' ? (
              <td key={id} />
            ) : (
              <th key={id} scope="col" data-kind={kind} data-column={id}>
                {header}
                {unit && ` ${unit}`}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...rowProps?.(row)}>
            {columns.map((column) => (
              <PlainCell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
        {lastRows}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            {totalCells(columns, totals).map(({ id, kind, span }, index) =>
              index === 0 ? (
                <th key={id} scope="row" colSpan={span} data-kind={kind}>
                  {totals[id]}
                </th>
              ) : (
                <td key={id} data-kind={kind}>
                  {totals[id]}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function PlainCell<Row>({ column, row }: { readonly column: PlainColumn<Row>; readonly row: Row }) {
  const { id, kind, isRowHeading, titleOf, cell } = column;
  const props = { title: titleOf?.(row), 'data-kind': kind, 'data-column': id };
  if (!isRowHeading) return <td {...props}>{cell(row)}</td>;
  return (
    <th scope="row" {...props}>
      {cell(row)}
    </th>
  );
}

/** The label of the totals takes the columns after it that have none, so that it does not widen its own. */
export function totalCells<Column extends Pick<PlainColumn<never>, 'id' | 'kind'>>(
  columns: readonly Column[],
  totals: Readonly<Record<string, ReactNode>>,
) {
  const next = columns.findIndex(({ id }, index) => index > 0 && totals[id] != null);
  const span = next === -1 ? columns.length : next;
  return columns.flatMap(({ id, kind }, index) => {
    if (index > 0 && index < span) return [];
    return { id, kind, span: index === 0 ? span : 1 };
  });
}
