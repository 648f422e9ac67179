import { Delayed } from '../states/delayed.tsx';
import styles from './data-table.module.css';
import type { TableColumn } from './table-column.ts';

/** Enough for a high window; what does not fit is cut off. */
const ROWS = 40;
const KEYS = Array.from({ length: ROWS }, (_, row) => `loading-${row}`);

/** Skeleton rows in the real columns, after 150 ms. */
export function LoadingRows<Row>({ columns }: { readonly columns: readonly TableColumn<Row>[] }) {
  return (
    <tbody aria-hidden>
      <Delayed>
        {KEYS.map((key) => (
          <tr key={key}>
            {columns.map((column) => (
              <td key={column.id} data-kind={column.kind}>
                <span className={styles.bar} />
              </td>
            ))}
          </tr>
        ))}
      </Delayed>
    </tbody>
  );
}
