import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import styles from './new-rows-button.module.css';

interface NewRowsButtonProps {
  /** How many rows wait. */
  readonly label: string;
  /** That some do; read out once, not at each count. */
  readonly announcement: string;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** In place of rows that would push away what is being read. */
export function NewRowsButton({ label, announcement, onClick }: NewRowsButtonProps) {
  return (
    <>
      <Button
        size="compact-sm"
        fz={13}
        data-holds-rows
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={onClick}
      >
        {label}
      </Button>
      <span className={styles.announcement} role="status">
        {announcement}
      </span>
    </>
  );
}
