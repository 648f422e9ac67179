import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../../lib/language.ts';
import styles from './delivery-drawer.module.css';
import { DeliveryStatusMark } from './delivery-status.tsx';
import { timeText } from './delivery-time.ts';
import { kindWords } from './kind-words.ts';

/** What is known of a delivery besides its attempts and its body. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { next_attempt_at: next, replay_of: replayOf } = delivery;
  const facts: (readonly [name: string, value: ReactNode])[] = [
    [t('webhooks.delivery.status'), <DeliveryStatusMark key="status" delivery={delivery} />],
    [t('webhooks.delivery.kind'), kindWords(delivery, t)],
    [t('webhooks.delivery.events'), format.quantity(delivery.event_count)],
    [t('webhooks.delivery.next'), next === null ? '–' : timeText(next, format)],
  ];
  if (replayOf !== null) facts.push([t('webhooks.delivery.replayOf'), String(replayOf)]);
  facts.push([t('webhooks.delivery.messageId'), delivery.message_id]);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
