import type { ReactNode } from 'react';
import styles from './charts.module.css';

export interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  /** Sets the length of the bar; below 0 it points the other way. */
  readonly value: number;
  /** The figure as text, or as a `FigureLink`. */
  readonly figure: ReactNode;
  /** After the figure, such as its share or its change. */
  readonly aside?: ReactNode;
}

interface BarListProps {
  /** Names the table for assistive technology. */
  readonly label: string;
  readonly rows: readonly BarRow[];
  /** The row of totals. */
  readonly total?: Pick<BarRow, 'name' | 'figure' | 'aside'> | undefined;
}

/** A table of figures with bars that compare them, so that nothing depends on the bars alone. */
export function BarList({ label, rows, total }: BarListProps) {
  const longest = Math.max(...rows.map(({ value }) => Math.abs(value)), 0);
  return (
    <table className={styles.list} aria-label={label}>
      <tbody>
        {rows.map(({ key, name, value, figure, aside }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              <span className={styles.track} aria-hidden>
                <span
                  className={styles.bar}
                  data-negative={value < 0 || undefined}
                  style={{ width: longest === 0 ? 0 : `${(Math.abs(value) / longest) * 100}%` }}
                />
              </span>
            </th>
            <td>{figure}</td>
            {aside !== undefined && <td className={styles.aside}>{aside}</td>}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total.name}</th>
            <td>{total.figure}</td>
            {total.aside !== undefined && <td className={styles.aside}>{total.aside}</td>}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
