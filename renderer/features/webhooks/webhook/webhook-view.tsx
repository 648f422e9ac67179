import { type MouseEvent, useRef, useState } from 'react';
import type { Delivery, DeliveryStatus, Webhook } from '../../../../shared/contract/webhook-records.ts';
import { Page } from '../../../components/page/page.tsx';
import { AsOf } from '../../../components/states/as-of.tsx';
import styles from '../deliveries/deliveries.module.css';
import { DeliveriesFilters } from '../deliveries/deliveries-filters.tsx';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { DeliveryDrawer } from '../deliveries/delivery-drawer.tsx';
import { useShownDeliveries } from '../deliveries/use-shown-deliveries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookHeader } from './webhook-header.tsx';

interface WebhookViewProps {
  readonly webhook: Webhook;
  /** When what is shown was read, in milliseconds, where it could not be read again; null where it was. */
  readonly staleSince: number | null;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** A webhook with what can be done with it, above its deliveries. */
export function WebhookView({ webhook, staleSince, isRefreshing, onRefresh }: WebhookViewProps) {
  const [status, setStatus] = useState<DeliveryStatus | null>(null);
  const shown = useShownDeliveries({ webhookId: webhook.id, status });
  const frame = useRef<HTMLDivElement>(null);
  const { onScrollCapture, ...holdAround } = shown.holdProps;

  function showReplay(delivery: Delivery) {
    setStatus(null);
    shown.catchUp(delivery.id);
    shown.openDelivery(delivery, null);
  }

  function showNew({ detail, currentTarget: button }: MouseEvent<HTMLElement>) {
    shown.catchUp();
    // The button goes. From the keyboard, the keys belong to the list again; a focus that went with the
    // button would hold the rows for ever.
    if (detail === 0) frame.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    else button.blur();
  }

  return (
    <div className={styles.page} {...holdAround}>
      <Page
        header={
          <>
            <WebhookHeader
              webhook={webhook}
              aside={
                staleSince !== null && (
                  <AsOf updatedAt={staleSince} isRefreshing={isRefreshing} isStale onRefresh={onRefresh} />
                )
              }
              actions={<WebhookActions webhook={webhook} />}
            />
            <WebhookFacts webhook={webhook} />
          </>
        }
        filters={<DeliveriesFilters status={status} onStatus={setStatus} shown={shown} onShowNew={showNew} />}
        drawer={
          shown.opened && (
            <DeliveryDrawer
              key={shown.opened.id}
              delivery={shown.opened}
              webhook={webhook}
              onReplayed={showReplay}
              onClose={shown.close}
              onStep={shown.step}
            />
          )
        }
      >
        <div ref={frame} className={styles.frame} onScrollCapture={onScrollCapture}>
          <DeliveriesTable shown={shown} onShowAll={() => setStatus(null)} />
        </div>
      </Page>
    </div>
  );
}
