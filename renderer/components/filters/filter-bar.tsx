import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  /** Inputs, `FilterMenu`, `FilterToggle` and `FilterChip`, in one row. */
  readonly children: ReactNode;
  /** How many rows the filters leave, in words; announced when it changes. */
  readonly count?: string | undefined;
  /** Given only while something is set. */
  readonly onClear?: (() => void) | undefined;
  /** At the far end, such as a `ColumnChooser`. */
  readonly trailing?: ReactNode;
}

export function FilterBar({ children, count, onClear, trailing }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <search className={styles.bar} aria-label={t('states.filters')}>
      {children}
      {onClear && (
        <Button variant="subtle" size="compact-sm" fz={13} onClick={onClear}>
          {t('states.clearFilters')}
        </Button>
      )}
      <div className={styles.far}>
        <span className={styles.count} role="status">
          {count}
        </span>
        {trailing}
      </div>
    </search>
  );
}
