import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useTellFailure } from '../../../lib/tell-failure.ts';
import { useEnableWebhook } from '../api/enable-webhook.ts';
import { isRefused } from '../refused.ts';

/** Enables a webhook again, and tells how that went. */
export function useEnabling(webhook: Webhook) {
  const { t } = useTranslation();
  const tellFailure = useTellFailure();
  const { mutate, isPending } = useEnableWebhook(webhook);
  const tell = (message: string) =>
    notifications.show({ message, closeButtonProps: { 'aria-label': t('shell.dismiss') } });
  return {
    isBusy: isPending,
    enable: () =>
      mutate(undefined, {
        onSuccess: () => tell(t('webhooks.enable.done')),
        onError: (error) => (isRefused(error) ? tell(t('webhooks.enable.refused')) : tellFailure(error)),
      }),
  };
}
