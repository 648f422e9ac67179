import type { NewWebhook } from '../../../../shared/contract/webhook-records.ts';
import { subscribed } from '../../../support/subscribed-webhook.ts';
import { insertDelivery } from '../../../support/webhook-rows.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';

/** A webhook with whom it belongs to, and deliveries of it. */
export interface PlantedWebhook {
  readonly id: number;
  readonly account: number;
  readonly lock: number | null;
  /** Finished ones. */
  readonly deliveries: readonly number[];
  /** Occurs in everything that can be read of it. */
  readonly mark: string;
  readonly secret: string;
}

/** A webhook of everybody who may have one, each with a mark of its own. */
export async function plantWebhooks({ service, store, askers }: GuardedShop): Promise<PlantedWebhook[]> {
  const planted: PlantedWebhook[] = [];
  for (const asker of askers.filter(({ by, mayManage }) => by === 'token' && mayManage)) {
    const mark = `mark-of-${asker.user}`;
    const made: NewWebhook = await subscribed(service, asker.secret, {
      url: `https://${mark}.example/`,
      description: mark,
    });
    const given = { body: mark, message_id: `msg_${mark}` };
    const finished = [await insertDelivery(store.db, made.id, given), await insertDelivery(store.db, made.id, given)];
    const { account, lock } = asker;
    const deliveries = finished.map(({ id }) => id);
    planted.push({ id: made.id, account, lock, deliveries, mark, secret: made.secret });
  }
  return planted;
}

/** The rule of the contract, written once more. */
export function mayUse({ account, lock, mayManage }: SignedInAsker, webhook: PlantedWebhook): boolean {
  return mayManage && account === webhook.account && (lock === null || lock === webhook.lock);
}
