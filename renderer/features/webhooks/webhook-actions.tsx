import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconKey, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../shared/contract/webhook-records.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useNotifyFailure, useRetryWait } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import { type Attempt, isAccepted, lastAttemptOf } from './delivery-labels.tsx';
import { DialogFailure } from './dialog-content.tsx';
import { isRefused, useEnableWebhook, usePingWebhook } from './queries.ts';
import { RemoveDialog, RotateDialog } from './webhook-dialogs.tsx';
import styles from './webhooks.module.css';

type OpenDialog = 'rotate' | 'remove' | null;

/** What can be done with a webhook; the one thing to do with a disabled one stands out. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<OpenDialog>(null);
  const enabling = useEnabling(webhook);
  const close = () => setOpen(null);
  return (
    <>
      {webhook.status === 'disabled' && (
        <Button
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={enabling.isBusy}
          onClick={enabling.enable}
        >
          {t('webhooks.enable.action')}
        </Button>
      )}
      <PingButton webhook={webhook} />
      <Button variant="default" leftSection={<IconKey size={15} aria-hidden />} onClick={() => setOpen('rotate')}>
        {t('webhooks.rotate.action')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setOpen('remove')}>
        {t('webhooks.remove.action')}
      </Button>
      <RotateDialog webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <RemoveDialog webhook={webhook} isOpen={open === 'remove'} onClose={close} />
    </>
  );
}

/** Enables a webhook again, and tells how that went. */
function useEnabling(webhook: Webhook) {
  const { t } = useTranslation();
  const tellFailure = useNotifyFailure();
  const { mutate, isPending } = useEnableWebhook(webhook);
  const tell = (message: string) =>
    notifications.show({ message, closeButtonProps: { 'aria-label': t('states.close') } });
  return {
    isBusy: isPending,
    enable: () =>
      mutate(undefined, {
        onSuccess: () => tell(t('webhooks.enable.done')),
        onError: (error) => (isRefused(error) ? tell(t('webhooks.enable.refused')) : tellFailure(error)),
      }),
  };
}

/** Sends a test message and shows how it went as soon as that is known. */
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
        <div className={styles.form}>
          <div className={styles.result} role="status">
            {ping.isPending && <p>{t('webhooks.ping.sending')}</p>}
            {ping.data && <PingOutcome delivery={ping.data} />}
            {ping.error && <PingFailure error={ping.error} waitS={waitS} />}
          </div>
          <div className={styles.actions}>
            <Button variant="default" disabled={ping.isPending || waitS > 0} onClick={send}>
              {t('webhooks.ping.again')}
            </Button>
            <Button data-autofocus onClick={() => setIsOpen(false)}>
              {t('states.close')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** How a test message went, in words, with the beginning of the answer. */
function PingOutcome({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const attempt = lastAttemptOf(delivery);
  if (!attempt) return <p>{t('webhooks.ping.unfinished')}</p>;
  const accepted = isAccepted(attempt);
  const SignIcon = accepted ? IconCheck : IconAlertCircle;
  return (
    <>
      <p className={styles.outcome} data-outcome={accepted ? 'delivered' : 'failed'}>
        <SignIcon size={16} aria-hidden />
        {sentence(attempt, format.quantity(attempt.duration_ms), t)}
      </p>
      {attempt.status !== null && <p className={styles.label}>{t('webhooks.ping.answer')}</p>}
      {attempt.answer !== '' && <pre className={styles.answer}>{attempt.answer}</pre>}
      {attempt.status !== null && attempt.answer === '' && <p>{t('webhooks.ping.noAnswer')}</p>}
    </>
  );
}

function sentence(attempt: Attempt, duration: string, t: TFunction): string {
  const { status, failure } = attempt;
  if (status === null) {
    return t('webhooks.ping.unanswered', {
      duration,
      failure: t(`webhooks.failure.${failure ?? 'connection'}`),
    });
  }
  return t(`webhooks.ping.${isAccepted(attempt) ? 'delivered' : 'refused'}`, { status, duration });
}

interface PingFailureProps {
  readonly error: Error;
  /** Seconds that are left of the wait after too many test messages. */
  readonly waitS: number;
}

/** Why no test message was sent. The wait counts down by itself and is read out once. */
function PingFailure({ error, waitS }: PingFailureProps) {
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
