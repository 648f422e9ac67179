import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './states.module.css';

interface SkeletonRowsProps {
  readonly rows: number;
  /** Width of each column's bar in percent of the column. */
  readonly widths?: readonly number[];
}

const DEFAULT_WIDTHS = [40, 20, 20];

/** Placeholder rows as high as real ones. Renders nothing for the first 150 ms. */
export function SkeletonRows({ rows, widths = DEFAULT_WIDTHS }: SkeletonRowsProps) {
  const { t } = useTranslation();
  const bars = widths.map((width, column) => ({ key: `bar-${column}`, width }));
  return (
    <Delayed>
      <div role="status" aria-label={t('states.loading')}>
        {createKeys(rows).map((key) => (
          <div key={key} className={styles.row} aria-hidden>
            {bars.map((bar) => (
              <span key={bar.key} className={styles.bar} style={{ flexBasis: `${bar.width}%` }} />
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  );
}

function createKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, row) => `row-${row}`);
}

/** Shorter waits show nothing, because a flashing skeleton is worse than none. */
const DELAY_MS = 150;

export function Delayed({ children }: { readonly children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
