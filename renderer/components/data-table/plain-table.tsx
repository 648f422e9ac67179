import type { Key, ReactNode } from 'react';
import type { TableColumn } from './table-column.ts';

/** Attributes that the stylesheet of a table uses, such as `data-marked`. */
type DataProps = Readonly<Record<`data-${string}`, string | boolean | undefined>>;

/** A column of a table without virtual rows, declared like a column of a list. */
export interface PlainColumn<Row> extends Pick<TableColumn<Row>, 'id' | 'unit' | 'cell'> {
  /** Blank if the column needs no name. If all headers are blank, the table has no head. */
  readonly header: ReactNode;
  readonly headProps?: DataProps;
  /** A heading over this column and its neighbours with the same group. */
  readonly over?: ColumnGroup;
  /** Absent if the table's own stylesheet aligns its cells. */
  readonly kind?: TableColumn<Row>['kind'];
  /** The class of the heading and of each cell. */
  readonly className?: string | undefined;
  /** Sets the width of the column. */
  readonly widthClass?: string | undefined;
  /** The cells of this column are the headings of their rows. */
  readonly isRowHeading?: boolean;
  /** The number of columns that a cell spans; default 1. */
  readonly span?: (row: Row) => number;
  /** The full text of a cell that may be cut off. */
  readonly getTitle?: (row: Row) => string | undefined;
}

interface ColumnGroup {
  readonly id: string;
  readonly header: ReactNode;
  readonly className?: string | undefined;
}

/** Rows that belong together. */
export interface RowGroup<Row> {
  readonly key: string;
  /** Above the rows, across all columns. */
  readonly heading?: ReactNode;
  readonly rows: readonly Row[];
  /** Below the rows, across all columns. */
  readonly note?: ReactNode;
  readonly props?: DataProps & { readonly id?: string; readonly tabIndex?: number };
}

interface PlainTableProps<Row> {
  readonly label?: string | undefined;
  /** The id of the element that names the table, instead of `label`. */
  readonly labelledBy?: string | undefined;
  /** A title inside the table, instead of `label`. */
  readonly caption?: ReactNode;
  readonly className?: string | undefined;
  readonly tableProps?: DataProps;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows?: readonly Row[];
  /** Instead of `rows`. */
  readonly groups?: readonly RowGroup<Row>[];
  readonly getRowKey: (row: Row) => Key;
  readonly rowProps?: (row: Row) => DataProps;
  /**
   * Cells of the totals row by column id. The entry of the first column is the label. If absent, there is no totals
   * row.
   */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
}

/**
 * A short table. Every row is in the document, so that the browser can search, print and read it aloud. Tab skips it.
 */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, labelledBy, caption, className, tableProps, columns, getRowKey, rowProps, totals } = props;
  const { rows = [], groups = [{ key: 'rows', rows }] } = props;
  return (
    <table className={className} aria-label={label} aria-labelledby={labelledBy} {...tableProps}>
      {caption !== undefined && <caption>{caption}</caption>}
      {columns.some(({ widthClass }) => widthClass) && (
        <colgroup>
          {columns.map(({ id, widthClass }) => (
            <col key={id} className={widthClass} />
          ))}
        </colgroup>
      )}
      {columns.some(({ header }) => header !== '') && <PlainHead columns={columns} />}
      {groups.map((group) => (
        <tbody key={group.key} {...group.props}>
          {group.heading !== undefined && (
            <tr data-heading>
              <th scope="rowgroup" colSpan={columns.length}>
                {group.heading}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <tr key={getRowKey(row)} {...rowProps?.(row)}>
              {listUncoveredColumns(columns, row).map((column) => (
                <PlainCell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
          {group.note !== undefined && (
            <tr data-note>
              <td colSpan={columns.length}>{group.note}</td>
            </tr>
          )}
        </tbody>
      ))}
      {totals && (
        <tfoot>
          <tr>
            {createTotalCells(columns, totals).map(({ column: { id, kind, className: own }, span }, index) =>
              index === 0 ? (
                <th key={id} scope="row" colSpan={span} data-kind={kind} className={own}>
                  {totals[id]}
                </th>
              ) : (
                <td key={id} data-kind={kind} className={own}>
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

function PlainHead<Row>({ columns }: { readonly columns: readonly PlainColumn<Row>[] }) {
  const groups = [...new Set(columns.flatMap(({ over }) => over ?? []))];
  if (groups.length === 0) {
    return (
      <thead>
        <tr>
          {columns.map((column) => (
            <PlainHeading key={column.id} column={column} />
          ))}
        </tr>
      </thead>
    );
  }
  return (
    <thead>
      <tr>
        {columns.map((column) => !column.over && <PlainHeading key={column.id} column={column} rowSpan={2} />)}
        {groups.map((group) => (
          <th
            key={group.id}
            scope="colgroup"
            colSpan={columns.filter(({ over }) => over === group).length}
            className={group.className}
          >
            {group.header}
          </th>
        ))}
      </tr>
      <tr>{columns.map((column) => column.over && <PlainHeading key={column.id} column={column} />)}</tr>
    </thead>
  );
}

interface PlainHeadingProps<Row> {
  readonly column: PlainColumn<Row>;
  readonly rowSpan?: number;
}

function PlainHeading<Row>({ column, rowSpan }: PlainHeadingProps<Row>) {
  const { id, header, headProps, unit, kind, className } = column;
  if (header === '') return <td rowSpan={rowSpan} {...headProps} />;
  return (
    <th scope="col" rowSpan={rowSpan} className={className} data-kind={kind} data-column={id} {...headProps}>
      {header}
      {unit && ` ${unit}`}
    </th>
  );
}

/** The columns that no earlier cell of the row spans. */
function listUncoveredColumns<Row>(columns: readonly PlainColumn<Row>[], row: Row): readonly PlainColumn<Row>[] {
  let end = 0;
  return columns.filter(({ span }, index) => {
    if (index < end) return false;
    end = index + (span?.(row) ?? 1);
    return true;
  });
}

function PlainCell<Row>({ column, row }: { readonly column: PlainColumn<Row>; readonly row: Row }) {
  const { id, kind, className, isRowHeading, span, getTitle, cell } = column;
  const props = { colSpan: span?.(row), title: getTitle?.(row), className, 'data-kind': kind, 'data-column': id };
  if (!isRowHeading) return <td {...props}>{cell(row)}</td>;
  return (
    <th scope="row" {...props}>
      {cell(row)}
    </th>
  );
}

/** The label of the totals spans the empty columns after it, so that it does not widen the first column. */
function createTotalCells<Row>(columns: readonly PlainColumn<Row>[], totals: Readonly<Record<string, ReactNode>>) {
  const next = columns.findIndex(({ id }, index) => index > 0 && totals[id] != null);
  const span = next === -1 ? columns.length : next;
  return columns.flatMap((column, index) => {
    if (index > 0 && index < span) return [];
    return { column, span: index === 0 ? span : 1 };
  });
}
