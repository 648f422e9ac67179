import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import styles from './check-mark.module.css';

/** A green tick or an amber sign; the words beside it say the same. */
export function CheckMark({ holds }: { readonly holds: boolean }) {
  return holds ? (
    <IconCheck size={15} stroke={2.2} className={styles.holds} aria-hidden />
  ) : (
    <IconAlertTriangleFilled size={15} className={styles.fails} aria-hidden />
  );
}
