import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './local-api-page.module.css';

interface SectionBarProps {
  /** The number of rows, such as `7 keys`; absent until it is known. */
  readonly count?: string | undefined;
  /** A sentence about the rows. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** The line above a table of the page, with its buttons at the end. */
export function SectionBar({ count, hint, children }: SectionBarProps) {
  return (
    <div className={styles.sectionBar}>
      <p className={styles.note}>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        <span>{hint}</span>
      </p>
      <Group gap="xs" justify="flex-end" ms="auto">
        {children}
      </Group>
    </div>
  );
}
