import { useParams } from '@tanstack/react-router';
import { mayManage, useMe } from '../../lib/me.ts';
import { NotAllowed } from './not-allowed.tsx';
import { WebhookLoader } from './webhook/webhook-loader.tsx';

/** One webhook, named by its id in the address: its health, what can be done with it, and its deliveries. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/webhooks/$webhookId' });
  const isAllowed = mayManage(useMe());
  return isAllowed ? <WebhookLoader key={webhookId} webhookId={Number(webhookId)} /> : <NotAllowed />;
}
