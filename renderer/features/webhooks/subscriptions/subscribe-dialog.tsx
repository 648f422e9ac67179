import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useSubscribeWebhook } from '../api/subscribe-webhook.ts';
import { ShownSecret } from '../secret/shown-secret.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

interface SubscribeDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks what to subscribe to, then shows the secret once. Closing it forgets the secret. */
export function SubscribeDialog({ isOpen, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation();
  const subscribing = useSubscribeWebhook();
  const made = subscribing.data;

  function close() {
    // A secret that is being made would be shown to nobody.
    if (subscribing.isPending) return;
    subscribing.reset();
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={made ? t('webhooks.secret.created') : t('webhooks.subscribe.title')}
      holdsFast={made !== undefined || subscribing.isPending}
      onClose={close}
    >
      {made ? (
        <ShownSecret secret={made.secret} oldSecretUntil={null} onDone={close} />
      ) : (
        <SubscribeForm
          error={subscribing.error}
          isBusy={subscribing.isPending}
          onSubmit={subscribing.mutate}
          onEdit={subscribing.reset}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
