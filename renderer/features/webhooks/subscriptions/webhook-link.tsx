import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import styles from './webhook-link.module.css';

/** The address of a webhook, leading to its page; with the keys the row itself does. */
export function WebhookLink({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  return (
    <Link
      className={styles.link ?? ''}
      to="/webhooks/$webhookId"
      params={{ webhookId: String(id) }}
      tabIndex={-1}
      title={url}
    >
      {url}
    </Link>
  );
}
