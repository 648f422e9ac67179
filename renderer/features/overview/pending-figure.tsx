import { Delayed } from '../../components/states/delayed.tsx';
import styles from './pending-figure.module.css';

/** Where a figure will stand: nothing at first, then a grey bar, never a zero. */
export function PendingFigure() {
  return (
    <Delayed>
      <span className={styles.bar} data-pending />
    </Delayed>
  );
}
