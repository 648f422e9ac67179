import { Group } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import styles from './local-api-page.module.css';

interface SectionBarProps {
  readonly id: string;
  readonly title: string;
  /** How many there are, such as `7 keys`; absent while that is not known. */
  readonly count?: string | undefined;
  /** A sentence about the section. */
  readonly hint: string;
  /** Takes the focus when the element that had it is gone. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

/** The line above a section of the page: its title, and at the far end its buttons. */
export function SectionBar({ id, title, count, hint, titleRef, children }: SectionBarProps) {
  return (
    <div className={styles.sectionBar}>
      <h2 id={id} ref={titleRef} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
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
