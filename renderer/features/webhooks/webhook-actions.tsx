import { Button, Divider, Stack } from '@mantine/core';
import {
  IconAlertCircle,
  IconCheck,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../shared/contract/webhook-records.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import formStyles from '../../components/overlays/dialog-form.module.css';
import { DialogActions, DialogFailure } from '../../components/overlays/dialog-form.tsx';
import textStyles from '../../components/text.module.css';
import { useNotifyFailure, useRetryWait } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { type Attempt, formatAnswer, getLastAttempt, isAccepted } from './delivery-labels.tsx';
import { isRefused, useEnableWebhook, usePauseWebhook, usePingWebhook } from './queries.ts';
import { EditDialog } from './subscribe-dialog.tsx';
import { RemoveDialog, RotateDialog } from './webhook-dialogs.tsx';
import styles from './webhooks.module.css';

/** The buttons of a webhook. Only the one that enables a disabled webhook is filled. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const enabling = useEnabling(webhook);
  const pausing = usePausing(webhook);
  const close = () => setOpen(null);
  return (
    <>
      {webhook.status === 'disabled' && (
        <Button
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={enabling.isBusy}
          onClick={enabling.enable}
        >
          {t(webhook.disabled_reason === 'paused' ? 'localApi.requests.resume' : 'webhooks.enable.action')}
        </Button>
      )}
      <PingButton webhook={webhook} />
      <Button variant="default" leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setOpen('edit')}>
        {t('webhooks.edit.action')}
      </Button>
      {webhook.status === 'active' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={15} aria-hidden />}
          loading={pausing.isBusy}
          onClick={pausing.pause}
        >
          {t('localApi.requests.pause')}
        </Button>
      )}
      <Divider orientation="vertical" />
      <Button variant="default" leftSection={<IconKey size={15} aria-hidden />} onClick={() => setOpen('rotate')}>
        {t('webhooks.rotate.action')}
      </Button>
      <Button
        variant="default"
        c="var(--danger)"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => setOpen('remove')}
      >
        {t('views.remove')}
      </Button>
      <EditDialog webhook={webhook} isOpen={open === 'edit'} onClose={close} />
      <RotateDialog webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <RemoveDialog webhook={webhook} isOpen={open === 'remove'} onClose={close} />
    </>
  );
}

/** Enables a webhook again and notifies the user of the outcome. */
function useEnabling(webhook: Webhook) {
  const { t } = useTranslation();
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending } = useEnableWebhook(webhook);
  return {
    isBusy: isPending,
    enable: () =>
      mutate(undefined, {
        onSuccess: () => notify(t('webhooks.enable.done')),
        onError: (error) => (isRefused(error) ? notify(t('webhooks.enable.refused')) : notifyFailure(error)),
      }),
  };
}

/** Pauses a webhook and notifies the user of the outcome. */
function usePausing(webhook: Webhook) {
  const { t } = useTranslation();
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending } = usePauseWebhook(webhook);
  return {
    isBusy: isPending,
    pause: () => mutate(undefined, { onSuccess: () => notify(t('webhooks.pause.done')), onError: notifyFailure }),
  };
}

function PingButton({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const ping = usePingWebhook(webhook);
  const waitS = useRetryWait(ping.error);

  function send() {
    setIsOpen(true);
    if (!ping.isPending) ping.mutate();
  }

  return (
    <>
      <Button variant="default" leftSection={<IconSend size={15} aria-hidden />} onClick={send}>
        {t('webhooks.ping.action')}
      </Button>
      <Dialog isOpen={isOpen} title={t('webhooks.deliveries.kind.ping')} onClose={() => setIsOpen(false)}>
        <div className={formStyles.form}>
          <Stack gap="xs" mih={44} role="status">
            {ping.isPending && <p>{t('webhooks.ping.sending')}</p>}
            {ping.data && <PingOutcome delivery={ping.data} />}
            {ping.error && waitS === 0 && <DialogFailure error={ping.error} />}
            {ping.error && waitS > 0 && (
              <p>
                {/* Counts down, but is read out only once. */}
                <span role="timer" aria-live="off">
                  {t('webhooks.ping.wait', { count: waitS })}
                </span>
              </p>
            )}
          </Stack>
          <DialogActions>
            <Button variant="default" disabled={ping.isPending || waitS > 0} onClick={send}>
              {t('webhooks.ping.again')}
            </Button>
            <Button data-autofocus onClick={() => setIsOpen(false)}>
              {t('states.close')}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </>
  );
}

function PingOutcome({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const attempt = getLastAttempt(delivery);
  if (!attempt) return <p>{t('webhooks.ping.unfinished')}</p>;
  const accepted = isAccepted(attempt);
  const Icon = accepted ? IconCheck : IconAlertCircle;
  return (
    <>
      <p className={styles.outcome} data-outcome={accepted ? 'delivered' : 'failed'}>
        <Icon size={16} aria-hidden />
        {formatOutcome(attempt, format.quantity(attempt.duration_ms), t)}
      </p>
      {attempt.status !== null && <p className={textStyles.small}>{t('webhooks.ping.answer')}</p>}
      {attempt.answer !== '' && <pre className={styles.answer}>{attempt.answer}</pre>}
      {attempt.status !== null && attempt.answer === '' && <p>{t('webhooks.ping.noAnswer')}</p>}
    </>
  );
}

function formatOutcome(attempt: Attempt, duration: string, t: TFunction): string {
  const { status } = attempt;
  if (status === null) return t('webhooks.ping.unanswered', { duration, failure: formatAnswer(attempt, t) });
  return t(`webhooks.ping.${isAccepted(attempt) ? 'delivered' : 'refused'}`, { status, duration });
}
