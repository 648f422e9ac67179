import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ROTATION_HOURS, type Webhook } from '../../../shared/contract/webhook-records.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useFormat } from '../../lib/language.ts';
import { DialogFailure, ShownSecret } from './dialog-content.tsx';
import { isRefused, useRemoveWebhook, useRotateWebhookSecret } from './queries.ts';
import styles from './webhooks.module.css';

/** Explains what a new secret means, then shows it once. Closing it forgets the secret. */
export function RotateDialog({ webhook, isOpen, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const rotation = useRotateWebhookSecret(webhook);
  const made = rotation.data;

  function close() {
    // A secret that is being made would be shown to nobody.
    if (rotation.isPending) return;
    rotation.reset();
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={made ? t('webhooks.secret.rotated') : t('webhooks.rotate.title')}
      holdsFast={made !== undefined || rotation.isPending}
      onClose={close}
    >
      {made ? (
        <ShownSecret secret={made.secret} oldSecretUntil={made.old_secret_until} onDone={close} />
      ) : (
        <RotateQuestion
          webhook={webhook}
          error={rotation.error}
          isBusy={rotation.isPending}
          onRotate={() => rotation.mutate()}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

interface RotateQuestionProps {
  readonly webhook: Webhook;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onRotate: () => void;
  readonly onCancel: () => void;
}

function RotateQuestion({ webhook, error, isBusy, onRotate, onCancel }: RotateQuestionProps) {
  const { t } = useTranslation();
  const waitsUntil = momentToWaitFor(webhook);
  return (
    <div className={styles.form}>
      {error && <DialogFailure error={error} words={isRefused(error) ? t('webhooks.rotate.refused') : undefined} />}
      <Consequence webhook={webhook} />
      <div className={styles.actions}>
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
          {waitsUntil === null ? t('states.cancel') : t('states.close')}
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
      closeButtonProps: { 'aria-label': t('states.close') },
    });
    void navigate({ to: '/webhooks' });
  }

  return (
    <Dialog isOpen={isOpen} title={t('webhooks.remove.title')} holdsFast={removal.isPending} onClose={close}>
      <div className={styles.form}>
        {removal.isError && <DialogFailure error={removal.error} />}
        <p>{t('webhooks.remove.consequence', { url })}</p>
        {pending > 0 && <p>{t('webhooks.remove.pending', { count: pending, text: format.quantity(pending) })}</p>}
        <p>{t('webhooks.remove.final')}</p>
        <div className={styles.actions}>
          <Button variant="default" data-autofocus disabled={removal.isPending} onClick={close}>
            {t('states.cancel')}
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

/** Of the dialogs that do something with a webhook. */
interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}
