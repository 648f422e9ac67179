import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import { type Fact, FactList } from '../../../components/fact-list.tsx';
import { useFormat } from '../../../lib/language.ts';
import { DeliveryStatusMark } from './delivery-status.tsx';
import { timeText } from './delivery-time.ts';
import { kindWords } from './kind-words.ts';

/** What is known of a delivery besides its attempts and its body. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { next_attempt_at: next, replay_of: replayOf } = delivery;
  const facts: Fact[] = [
    [t('webhooks.delivery.status'), <DeliveryStatusMark key="status" delivery={delivery} />],
    [t('webhooks.delivery.kind'), kindWords(delivery, t)],
    [t('webhooks.delivery.events'), format.quantity(delivery.event_count)],
    [t('webhooks.delivery.next'), next === null ? '–' : timeText(next, format)],
  ];
  if (replayOf !== null) facts.push([t('webhooks.delivery.replayOf'), String(replayOf)]);
  facts.push([t('webhooks.delivery.messageId'), delivery.message_id]);
  return <FactList facts={facts} layout="pairs" />;
}
