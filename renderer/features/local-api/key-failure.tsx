import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { useFailureMessage } from '../../lib/failures.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import styles from './local-api-page.module.css';

interface KeyFailureProps {
  readonly error: Error;
  /** What it means that the host refuses what was asked, in words. */
  readonly refusal?: string;
}

/** Why a key was not made or not revoked. */
export function KeyFailure({ error, refusal }: KeyFailureProps) {
  const words = useFailureMessage();
  return (
    <div className={styles.keysFailure} role="alert">
      {refusal !== undefined && isRefusal(error) ? refusal : words(error)}
      <TechnicalDetails error={error} />
    </div>
  );
}

/** Whether the host refuses what was asked itself: the terms of a new key, or a key that is not there. */
export function isRefusal(error: Error | null): boolean {
  return error instanceof BridgeError && error.failure.code === 'invalid';
}
