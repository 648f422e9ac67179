import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../../shared/contract/webhook-records.ts';
import { Drawer } from '../../../components/overlays/drawer.tsx';
import { useFormat } from '../../../lib/language.ts';
import { CodeBlock } from './code-block.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { DeliveryBody } from './delivery-body.tsx';
import { curlCommand } from './delivery-curl.ts';
import styles from './delivery-drawer.module.css';
import { DeliveryFacts } from './delivery-facts.tsx';
import { timeText } from './delivery-time.ts';
import { ReplayButton } from './replay-button.tsx';

interface DeliveryDrawerProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  readonly onReplayed: (replay: Delivery) => void;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

/** A delivery with its attempts, what it says, and ways to do it again. */
export function DeliveryDrawer({ delivery, webhook, onReplayed, onClose, onStep }: DeliveryDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Drawer
      title={t('webhooks.delivery.title', { id: delivery.id })}
      overline={timeText(delivery.created_at, format)}
      onClose={onClose}
      onStep={onStep}
    >
      <DeliveryFacts delivery={delivery} />
      <ReplayButton delivery={delivery} webhook={webhook} onReplayed={onReplayed} />
      <h3 className={styles.heading}>{t('webhooks.delivery.attempts')}</h3>
      <DeliveryAttempts attempts={delivery.attempts} />
      <details className={styles.fold}>
        <summary>{t('webhooks.delivery.curl')}</summary>
        <p className={styles.note}>{t('webhooks.delivery.curlHint')}</p>
        <CodeBlock text={curlCommand(webhook.url, delivery)} copyLabel={t('webhooks.delivery.copyCurl')} />
      </details>
      <h3 className={styles.heading}>{t('webhooks.delivery.body')}</h3>
      <DeliveryBody body={delivery.body} />
    </Drawer>
  );
}
