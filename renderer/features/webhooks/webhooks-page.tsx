import { mayManage, useMe } from '../../lib/me.ts';
import { NotAllowed } from './not-allowed.tsx';
import { Subscriptions } from './subscriptions/subscriptions.tsx';

/** Who is told of changes. */
export function WebhooksPage() {
  return mayManage(useMe()) ? <Subscriptions /> : <NotAllowed />;
}
