import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useRotateWebhookSecret } from '../api/rotate-webhook-secret.ts';
import { ShownSecret } from '../secret/shown-secret.tsx';
import { RotateQuestion } from './rotate-question.tsx';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

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
