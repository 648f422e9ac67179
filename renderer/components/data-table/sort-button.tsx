import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import type { SortDirection } from './sort-order.ts';

interface SortButtonProps {
  readonly children: ReactNode;
  readonly direction: SortDirection;
  readonly onClick: () => void;
}

export function SortButton({ children, direction, onClick }: SortButtonProps) {
  return (
    <button type="button" className={styles.sort} onClick={onClick}>
      {children}
      {direction === undefined && <IconArrowsSort size={12} className={styles.offer} aria-hidden />}
      {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
      {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
    </button>
  );
}
