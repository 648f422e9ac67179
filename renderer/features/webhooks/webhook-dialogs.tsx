import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ROTATION_HOURS, type Webhook } from '../../../shared/contract/webhook-records.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import styles from '../../components/overlays/dialog-form.module.css';
import {
  ConfirmDialog,
  createClose,
  DialogButtons,
  DialogFailure,
  OneTimeSecret,
} from '../../components/overlays/dialog-form.tsx';
import { useFormat } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { isRefused, useRemoveWebhook, useRotateWebhookSecret } from './queries.ts';

interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Explains what a new secret means, then shows it once. Closing the dialog forgets the secret. */
export function RotateDialog({ webhook, isOpen, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const rotation = useRotateWebhookSecret(webhook);
  const { data: made, error } = rotation;
  const close = createClose(rotation, onClose);
  const mustWait = getRotatableFrom(webhook) !== null;
  return (
    <Dialog
      isOpen={isOpen}
      title={made ? t('webhooks.secret.rotated') : t('webhooks.rotate.title')}
      isPersistent={made !== undefined || rotation.isPending}
      onClose={close}
    >
      {made ? (
        <WebhookSecret secret={made.secret} oldSecretUntil={made.old_secret_until} onDone={close} />
      ) : (
        <div className={styles.form}>
          {error && (
            <DialogFailure error={error} message={isRefused(error) ? t('webhooks.rotate.refused') : undefined} />
          )}
          <Consequence webhook={webhook} />
          <DialogButtons
            cancel={mustWait ? t('states.close') : t('states.cancel')}
            submit={mustWait ? undefined : t('webhooks.rotate.submit')}
            isBusy={rotation.isPending}
            onCancel={close}
            onSubmit={() => rotation.mutate()}
          />
        </div>
      )}
    </Dialog>
  );
}

function Consequence({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const from = getRotatableFrom(webhook);
  if (isUnreadable(webhook)) return <p>{t('webhooks.rotate.unreadable')}</p>;
  if (from !== null) return <p>{t('webhooks.rotate.notYet', { moment: format.dateTime(from) })}</p>;
  return (
    <>
      <p>{t('webhooks.rotate.consequence', { hours: ROTATION_HOURS })}</p>
      <p>{t('webhooks.rotate.after')}</p>
    </>
  );
}

/** The time from which another rotation is possible; `null` if it is possible now. */
function getRotatableFrom(webhook: Webhook): string | null {
  return isUnreadable(webhook) ? null : webhook.old_secret_until;
}

/** An unreadable secret signs nothing, so there is nothing to wait for. */
function isUnreadable({ disabled_reason }: Webhook): boolean {
  return disabled_reason === 'secret_unreadable';
}

/** Asks before a webhook is removed, explains what is lost, and returns to the list. */
export function RemoveDialog({ webhook, isOpen, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const removal = useRemoveWebhook(webhook);
  const { url, pending } = webhook;

  function leave() {
    notify(t('webhooks.removed', { url }));
    void navigate({ to: '/webhooks' });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('webhooks.remove.title')}
      action={removal}
      submit={t('views.remove')}
      onClose={onClose}
      onSubmit={() => removal.mutate(undefined, { onSuccess: leave })}
    >
      <p>{t('webhooks.remove.consequence', { url })}</p>
      {pending > 0 && <p>{t('webhooks.remove.pending', { count: pending })}</p>}
      <p>{t('webhooks.remove.final')}</p>
    </ConfirmDialog>
  );
}

interface WebhookSecretProps {
  /** The secret in clear text. It is stored nowhere else. */
  readonly secret: string;
  /** How long the previous secret also signs, as a timestamp of the API; `null` if none does. */
  readonly oldSecretUntil: string | null;
  readonly onDone: () => void;
}

export function WebhookSecret({ secret, oldSecretUntil, onDone }: WebhookSecretProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <OneTimeSecret
      notice={t('webhooks.secret.once')}
      label={t('webhooks.secret.label')}
      secret={secret}
      copyLabel={t('webhooks.secret.copy')}
      done={t('states.done')}
      onDone={onDone}
    >
      <p>{t('webhooks.secret.use')}</p>
      {oldSecretUntil !== null && <p>{t('webhooks.secret.overlap', { moment: format.dateTime(oldSecretUntil) })}</p>}
    </OneTimeSecret>
  );
}
