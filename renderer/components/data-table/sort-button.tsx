import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import styles from './data-table.module.css';
import type { SortDirection } from './sort-order.ts';

interface SortButtonProps {
  readonly label: string;
  readonly direction: SortDirection;
  readonly onClick: () => void;
}

export function SortButton({ label, direction, onClick }: SortButtonProps) {
  return (
    <button type="button" className={styles.sort} title={label} onClick={onClick}>
      <span className={styles.headLabel}>{label}</span>
      {direction === undefined && <IconArrowsSort size={12} className={styles.offer} aria-hidden />}
      {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
      {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
    </button>
  );
}
