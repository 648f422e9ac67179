import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useFormat } from '../../../lib/language.ts';
import { useRemoveWebhook } from '../api/remove-webhook.ts';
import { DialogFailure } from '../dialog-failure.tsx';
import styles from '../dialogs.module.css';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

/** Asks first, and says what is lost. Leads back to the list. */
export function RemoveDialog({ webhook, isOpen, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const removal = useRemoveWebhook(webhook);
  const { url, pending } = webhook;

  function close() {
    // Its outcome would be told to nobody.
    if (removal.isPending) return;
    removal.reset();
    onClose();
  }

  function leave() {
    notifications.show({
      message: t('webhooks.removed', { url }),
      closeButtonProps: { 'aria-label': t('shell.dismiss') },
    });
    void navigate({ to: '/webhooks' });
  }

  return (
    <Dialog isOpen={isOpen} title={t('webhooks.remove.title')} holdsFast={removal.isPending} onClose={close}>
      <div className={styles.form}>
        {removal.isError && <DialogFailure error={removal.error} />}
        <p>{t('webhooks.remove.consequence', { url })}</p>
        {pending > 0 && (
          <p>{t('webhooks.remove.pending', { count: pending, text: format.quantity(pending) })}</p>
        )}
        <p>{t('webhooks.remove.final')}</p>
        <div className={styles.actions}>
          <Button variant="default" data-autofocus disabled={removal.isPending} onClick={close}>
            {t('webhooks.remove.cancel')}
          </Button>
          <Button
            variant="default"
            className={styles.danger ?? ''}
            loading={removal.isPending}
            onClick={() => removal.mutate(undefined, { onSuccess: leave })}
          >
            {t('webhooks.remove.action')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
