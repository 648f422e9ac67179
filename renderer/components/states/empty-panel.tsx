import { Button, Group } from '@mantine/core';
import styles from './states.module.css';

export interface EmptyPanelProps {
  /** What is empty. */
  readonly title: string;
  /** Why it is empty. */
  readonly reason?: string;
  /** The main action. */
  readonly action?: PanelAction | undefined;
  /** A second action beside it. */
  readonly otherAction?: PanelAction | undefined;
}

export interface PanelAction {
  readonly label: string;
  readonly onClick: () => void;
}

export function EmptyPanel({ title, reason, action, otherAction }: EmptyPanelProps) {
  const actions = [action, otherAction].filter((one) => one !== undefined);
  return (
    <div className={styles.empty} role="status">
      <p className={styles.title}>{title}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {actions.length > 0 && (
        <Group gap={8} justify="center">
          {actions.map(({ label, onClick }) => (
            <Button key={label} variant="default" onClick={onClick}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
