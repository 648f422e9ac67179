import { useTranslation } from 'react-i18next';
import { TechnicalDetails } from '../../components/states/technical-details.tsx';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { useStaffWords } from '../../lib/staff-words.ts';
import styles from './sign-in-page.module.css';
import { TooManyTries } from './too-many-tries.tsx';

interface SignInFailureProps {
  readonly error: Error;
  /** Seconds that are left until another try is worth it. */
  readonly waitS: number;
  /** Whether another platform than this program itself was asked. */
  readonly isElsewhere: boolean;
  /** Whether the password was a remembered one. */
  readonly isRemembered?: boolean;
}

/** Why signing in failed; for a wrong password there is nothing to look into, so nothing to unfold. */
export function SignInFailure({ error, waitS, isElsewhere, isRemembered = false }: SignInFailureProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  const failure = error instanceof BridgeError ? error.failure : null;
  const isRefused = failure?.status === 401;
  const isThrottled = failure?.status === 429;
  const trouble = isElsewhere ? failure?.platformTrouble : undefined;
  return (
    <div className={styles.failure} role="alert">
      {isRefused && t(isRemembered ? 'signIn.reason.restore-refused' : 'signIn.refused')}
      {isThrottled && <TooManyTries error={error} waitS={waitS} />}
      {!isRefused && !isThrottled && (
        <>
          {trouble ? t(`signIn.trouble.${trouble}`) : words(error)}
          <TechnicalDetails error={error} />
        </>
      )}
    </div>
  );
}
