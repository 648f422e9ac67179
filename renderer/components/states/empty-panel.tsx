import { Button } from '@mantine/core';
import styles from './states.module.css';

interface EmptyPanelProps {
  /** What is empty. */
  readonly title: string;
  /** Why. */
  readonly reason?: string;
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

export function EmptyPanel({ title, reason, action }: EmptyPanelProps) {
  return (
    <div className={styles.empty} role="status">
      <p className={styles.title}>{title}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {action && (
        <Button size="xs" variant="default" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
