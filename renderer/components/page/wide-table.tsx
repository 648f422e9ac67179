import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './wide-table.module.css';

interface WideTableProps {
  /** Names it for the keys, which scroll it. */
  readonly label: string;
  /** A table with a `min-width` of its own. */
  readonly children: ReactNode;
}

/** Scrolls a table sideways where the window is narrower than its names and figures. */
export function WideTable({ label, children }: WideTableProps) {
  return (
    <Box className={styles.scroller} role="group" tabIndex={0} aria-label={label}>
      {children}
    </Box>
  );
}
