import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainTable } from '../data-table/plain-table.tsx';
import styles from './charts.module.css';

export interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  /** Sets the length of the bar. Negative values point the other way. */
  readonly value: number;
  /** The figure as text, or as a `FigureLink`. */
  readonly figure: ReactNode;
  /** Shown after the figure, such as its share or its change. */
  readonly aside?: ReactNode;
}

interface BarListProps {
  /** Names the table for assistive technology. */
  readonly label: string;
  /** Column headings for assistive technology. Sighted users see what the columns mean. */
  readonly headings?: Readonly<Record<'name' | 'figure' | 'aside', string>>;
  readonly rows: readonly BarRow[];
  /** The row of totals. */
  readonly total?: Pick<BarRow, 'name' | 'figure' | 'aside'> | undefined;
}

/** A table of figures with bars that compare them. The bars add nothing that the figures do not say. */
export function BarList({ label, headings, rows, total }: BarListProps) {
  const heading = (column: keyof NonNullable<typeof headings>) =>
    headings ? <VisuallyHidden>{headings[column]}</VisuallyHidden> : '';
  const longest = Math.max(...rows.map(({ value }) => Math.abs(value)), 0);
  const hasAside = [...rows, ...(total ? [total] : [])].some(({ aside }) => aside !== undefined);
  return (
    <PlainTable
      label={label}
      className={styles.list}
      columns={[
        {
          id: 'name',
          header: heading('name'),
          isRowHeading: true,
          cell: (row) => <BarName row={row} longest={longest} />,
        },
        { id: 'figure', header: heading('figure'), cell: ({ figure }) => figure },
        ...(hasAside
          ? [{ id: 'aside', header: heading('aside'), className: styles.aside, cell: ({ aside }: BarRow) => aside }]
          : []),
      ]}
      rows={rows}
      getRowKey={({ key }) => key}
      totals={total && { ...total }}
    />
  );
}

function BarName({ row: { name, value }, longest }: { readonly row: BarRow; readonly longest: number }) {
  return (
    <>
      {name}
      <span className={styles.track} aria-hidden>
        <span
          className={styles.bar}
          data-negative={value < 0 || undefined}
          style={{ width: longest === 0 ? 0 : `${(Math.abs(value) / longest) * 100}%` }}
        />
      </span>
    </>
  );
}
