import type { ReactNode } from 'react';
import styles from './printed.module.css';

/** What comes on paper, alone of all that the window shows: the frame of the program and its controls stay behind. */
export function Printed({ children }: { readonly children: ReactNode }) {
  return <div className={styles.printed}>{children}</div>;
}
