import type { ReactNode } from 'react';
import styles from './replaced-frame.module.css';

interface ReplacedFrameProps {
  /** What is shown was chosen before; what is chosen now is on its way. */
  readonly isReplaced: boolean;
  readonly children: ReactNode;
}

/** Around a list that stays until another takes its place: still readable, plainly not the answer. */
export function ReplacedFrame({ isReplaced, children }: ReplacedFrameProps) {
  return (
    <div className={styles.frame} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
      {children}
    </div>
  );
}
