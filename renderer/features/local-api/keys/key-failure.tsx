import { useStaffWords } from '../../../components/staff-words.ts';
import { TechnicalDetails } from '../../../components/technical-details.tsx';
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
