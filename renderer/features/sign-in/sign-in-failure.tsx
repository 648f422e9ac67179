import { useTranslation } from 'react-i18next';
import { useStaffWords } from '../../components/staff-words.ts';
import { TechnicalDetails } from '../../components/technical-details.tsx';
import { BridgeError } from '../../lib/bridge-client.ts';
import styles from './sign-in-page.module.css';
import { TooManyTries } from './too-many-tries.tsx';

interface SignInFailureProps {
  readonly error: Error;
  /** Seconds that are left until another try is worth it. */
  readonly waitS: number;
}

/** Why signing in failed; for a wrong password there is nothing to look into, so nothing to unfold. */
export function SignInFailure({ error, waitS }: SignInFailureProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  const status = error instanceof BridgeError ? error.failure.status : null;
  const isRefused = status === 401;
  const isThrottled = status === 429;
  return (
    <div className={styles.failure} role="alert">
      {isRefused && t('signIn.refused')}
      {isThrottled && <TooManyTries error={error} waitS={waitS} />}
      {!isRefused && !isThrottled && (
        <>
          {words(error)}
          <TechnicalDetails error={error} />
        </>
      )}
    </div>
  );
}
