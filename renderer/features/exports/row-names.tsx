import styles from './comparison.module.css';
import { FirstShown } from './first-shown.tsx';

interface RowNamesProps {
  readonly title: string;
  readonly names: readonly string[];
  /** Of all, of which the first are named. */
  readonly count: number;
}

/** Rows that came or went, as people name them. */
export function RowNames({ title, names, count }: RowNamesProps) {
  if (count === 0) return null;
  return (
    <div className={styles.names}>
      <p className={styles.caption}>
        {title} <FirstShown shown={names.length} count={count} />
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
