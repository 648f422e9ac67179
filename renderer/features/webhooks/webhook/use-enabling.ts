import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useTellFailure } from '../../../app/tell-failure.ts';
import { useEnableWebhook } from '../api/enable-webhook.ts';

/** Enables a webhook again, and tells how that went. */
export function useEnabling(webhook: Webhook) {
  const { t } = useTranslation();
  const tellFailure = useTellFailure();
  const { mutate, isPending } = useEnableWebhook(webhook);
  return {
    isBusy: isPending,
    enable: () =>
      mutate(undefined, {
        onSuccess: () =>
          notifications.show({
            message: t('webhooks.enable.done'),
            closeButtonProps: { 'aria-label': t('shell.dismiss') },
          }),
        onError: tellFailure,
      }),
  };
}
