import type { Icon } from '@tabler/icons-react';
import styles from './column-chooser.module.css';

interface ColumnStepButtonProps {
  readonly label: string;
  readonly icon: Icon;
  /** There is no further step; it keeps the focus nevertheless. */
  readonly isEnded: boolean;
  readonly onClick: () => void;
}

/** A step of a column in the chooser, which is a menu: the arrow keys lead to it, see `stepThroughChooser`. */
export function ColumnStepButton({ label, icon: StepIcon, isEnded, onClick }: ColumnStepButtonProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={isEnded}
      onClick={isEnded ? undefined : onClick}
    >
      <StepIcon size={14} aria-hidden />
    </button>
  );
}
