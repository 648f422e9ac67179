import { useTranslation } from 'react-i18next';
import { DialogFailure } from '../dialog-failure.tsx';

interface PingFailureProps {
  readonly error: Error;
  /** Seconds that are left of the wait after too many test messages. */
  readonly waitS: number;
}

/** Why no test message was sent. The wait counts down by itself and is read out once. */
export function PingFailure({ error, waitS }: PingFailureProps) {
  const { t } = useTranslation();
  if (waitS === 0) return <DialogFailure error={error} />;
  return (
    <p>
      <span role="timer" aria-live="off">
        {t('webhooks.ping.wait', { count: waitS, text: String(waitS) })}
      </span>
    </p>
  );
}
