import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useReplayDelivery } from '../api/replay-delivery.ts';
import { DialogFailure } from '../dialog-failure.tsx';
import styles from './delivery-drawer.module.css';

interface ReplayButtonProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  /** Given the further delivery that was made. */
  readonly onReplayed: (replay: Delivery) => void;
}

/** Delivers once more; where that is not possible, it says from when on it is. */
export function ReplayButton({ delivery, webhook, onReplayed }: ReplayButtonProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const replaying = useReplayDelivery();
  const reason = whyNot();
  return (
    <div className={styles.replay}>
      <Button
        variant="default"
        leftSection={<IconRepeat size={15} aria-hidden />}
        loading={replaying.isPending}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => replaying.mutate(delivery, { onSuccess: onReplayed })}
      >
        {t('webhooks.delivery.replay')}
      </Button>
      {reason !== null && (
        <p id={reasonId} className={styles.note}>
          {reason}
        </p>
      )}
      {replaying.isError && <DialogFailure error={replaying.error} />}
    </div>
  );

  function whyNot(): string | null {
    if (webhook.status === 'disabled') return t('webhooks.delivery.replayDisabled');
    return delivery.status === 'pending' ? t('webhooks.delivery.replayPending') : null;
  }
}
