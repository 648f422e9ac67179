import type { Webhook } from '../../../../shared/contract/webhook-records.ts';

/** Of the dialogs that do something with a webhook. */
export interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}
