import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROTATION_HOURS, type Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../../lib/language.ts';
import { DialogFailure } from '../dialog-failure.tsx';
import styles from '../dialogs.module.css';
import { isRefused } from '../refused.ts';

interface RotateQuestionProps {
  readonly webhook: Webhook;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onRotate: () => void;
  readonly onCancel: () => void;
}

export function RotateQuestion({ webhook, error, isBusy, onRotate, onCancel }: RotateQuestionProps) {
  const { t } = useTranslation();
  const waitsUntil = momentToWaitFor(webhook);
  return (
    <div className={styles.form}>
      {error && (
        <DialogFailure error={error} words={isRefused(error) ? t('webhooks.rotate.refused') : undefined} />
      )}
      <Consequence webhook={webhook} />
      <div className={styles.actions}>
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
          {waitsUntil === null ? t('webhooks.subscribe.cancel') : t('states.close')}
        </Button>
        {waitsUntil === null && (
          <Button loading={isBusy} onClick={onRotate}>
            {t('webhooks.rotate.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Consequence({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const waitsUntil = momentToWaitFor(webhook);
  if (isUnreadable(webhook)) return <p>{t('webhooks.rotate.unreadable')}</p>;
  if (waitsUntil !== null) return <p>{t('webhooks.rotate.notYet', { moment: format.moment(waitsUntil) })}</p>;
  return (
    <>
      <p>{t('webhooks.rotate.consequence', { hours: ROTATION_HOURS })}</p>
      <p>{t('webhooks.rotate.after')}</p>
    </>
  );
}

/** Until then no other rotation is possible; null when one is. */
function momentToWaitFor(webhook: Webhook): string | null {
  return isUnreadable(webhook) ? null : webhook.old_secret_until;
}

/** A secret that cannot be read signs nothing, so there is nothing to wait for. */
function isUnreadable({ disabled_reason }: Webhook): boolean {
  return disabled_reason === 'secret_unreadable';
}
