import type { TFunction } from 'i18next';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';

export function kindWords({ kind, replay_of: replayOf }: Delivery, t: TFunction): string {
  return t(`webhooks.deliveries.kind.${replayOf === null ? kind : 'replay'}`);
}
