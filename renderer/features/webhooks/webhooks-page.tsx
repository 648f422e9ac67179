import { useMe } from '../../lib/me.ts';
import { mayManageWebhooks } from './may-manage-webhooks.ts';
import { NotAllowed } from './not-allowed.tsx';
import { Subscriptions } from './subscriptions/subscriptions.tsx';

/** Who is told of changes. */
export function WebhooksPage() {
  return mayManageWebhooks(useMe()) ? <Subscriptions /> : <NotAllowed />;
}
