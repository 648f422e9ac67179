import { Trans, useTranslation } from 'react-i18next';
import { retryAfterS } from '../../lib/use-retry-wait.ts';

interface TooManyTriesProps {
  readonly error: Error;
  /** Seconds that are left of the wait. */
  readonly waitS: number;
}

/** Counts down by itself; a screen reader hears the sentence once and not each second. */
export function TooManyTries({ error, waitS }: TooManyTriesProps) {
  const { t } = useTranslation();
  if (retryAfterS(error) === null) return t('signIn.tooMany');
  if (waitS === 0) return t('signIn.waited');
  return (
    <Trans
      i18nKey="signIn.wait"
      values={{ seconds: waitS }}
      components={{ timer: <span role="timer" aria-live="off" /> }}
    />
  );
}
