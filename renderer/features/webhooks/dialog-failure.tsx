import { TechnicalDetails } from '../../components/states/technical-details.tsx';
import { useStaffWords } from '../../lib/staff-words.ts';
import styles from './dialogs.module.css';

interface DialogFailureProps {
  readonly error: Error;
  /** What failed in words, where they say more than those for every failure. */
  readonly words?: string | undefined;
}

/** Why what a dialog asked for was not done. */
export function DialogFailure({ error, words }: DialogFailureProps) {
  const staffWords = useStaffWords();
  return (
    <div className={styles.failure} role="alert">
      {words ?? staffWords(error)}
      <TechnicalDetails error={error} />
    </div>
  );
}
