import { TechnicalDetails } from '../../../components/states/technical-details.tsx';
import { useStaffWords } from '../../../lib/staff-words.ts';
import styles from './keys.module.css';
import { isRefusal } from './refusal.ts';

interface KeyFailureProps {
  readonly error: Error;
  /** What it means that the host refuses what was asked, in words. */
  readonly refusal?: string;
}

/** Why a key was not made or not revoked. */
export function KeyFailure({ error, refusal }: KeyFailureProps) {
  const words = useStaffWords();
  return (
    <div className={styles.failure} role="alert">
      {refusal !== undefined && isRefusal(error) ? refusal : words(error)}
      <TechnicalDetails error={error} />
    </div>
  );
}
