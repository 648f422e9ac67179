import { IconChevronLeft } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryStatus, Webhook } from '../../../shared/contract/webhook-records.ts';
import linkStyles from '../../components/links.module.css';
import { Page } from '../../components/page/page.tsx';
import { DetailHeader, PageHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { QueryAsOf, QueryContent } from '../../components/states/query-states.tsx';
import { mayManage, useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { DeliveriesFilters, DeliveriesTable } from './deliveries-table.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { useVisibleDeliveries } from './delivery-list.ts';
import { formatEvents, HealthIcon } from './health-icon.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { getHealth, watchedWebhooksQuery } from './watched-webhooks.ts';
import { WebhookActions } from './webhook-actions.tsx';
import styles from './webhook-page.module.css';

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/webhooks/$webhookId' });
  const isAllowed = mayManage(useMe());
  return isAllowed ? <WebhookLoader key={webhookId} webhookId={Number(webhookId)} /> : <NotAllowed />;
}

/** The webhook with this id, or why there is none. It is read again every few seconds. */
function WebhookLoader({ webhookId }: { readonly webhookId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const webhooks = useQuery(watchedWebhooksQuery);
  const webhook = webhooks.data?.find(({ id }) => id === webhookId);
  if (webhook) return <WebhookView webhook={webhook} query={webhooks} />;
  return (
    <Page scrolls header={<PageHeader title={t('shell.webhooks')} />}>
      <QueryContent query={webhooks} rows={8} stillUsable={t('webhooks.stillUsable')}>
        {() => (
          <EmptyPanel
            title={t('webhooks.gone.title')}
            reason={t('webhooks.gone.reason')}
            action={{ label: t('webhooks.gone.action'), onClick: () => void navigate({ to: '/webhooks' }) }}
          />
        )}
      </QueryContent>
    </Page>
  );
}

interface WebhookViewProps {
  readonly webhook: Webhook;
  /** The query that read the webhook. */
  readonly query: UseQueryResult;
}

function WebhookView({ webhook, query }: WebhookViewProps) {
  const { t } = useTranslation();
  const [status, setStatus] = useState<DeliveryStatus | null>(null);
  const visible = useVisibleDeliveries({ webhookId: webhook.id, status });
  const frame = useRef<HTMLDivElement>(null);
  const { onScrollCapture, ...holdAround } = visible.holdProps;

  function showReplay(delivery: Delivery) {
    setStatus(null);
    visible.catchUp(delivery.id);
    visible.openDelivery(delivery, null);
  }

  function showNew({ detail, currentTarget: button }: MouseEvent<HTMLElement>) {
    visible.catchUp();
    // The button disappears. If it was pressed with the keyboard, the focus moves to the list. With the mouse it leaves
    // the button, whose focus would hold the rows.
    if (detail === 0) frame.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    else button.blur();
  }

  return (
    <div className={styles.page} {...holdAround}>
      <Page
        header={
          <>
            <DetailHeader
              back={
                <Link to="/webhooks" className={linkStyles.back ?? ''}>
                  <IconChevronLeft size={14} aria-hidden />
                  {t('shell.webhooks')}
                </Link>
              }
              title={webhook.url}
              isAddress
              aside={query.isError && <QueryAsOf query={query} />}
              actions={<WebhookActions webhook={webhook} />}
            />
            <WebhookFacts webhook={webhook} />
          </>
        }
        filters={<DeliveriesFilters status={status} onStatus={setStatus} visible={visible} onShowNew={showNew} />}
        drawer={
          visible.opened && (
            <DeliveryDrawer
              key={visible.opened.id}
              delivery={visible.opened}
              webhook={webhook}
              onReplayed={showReplay}
              onClose={visible.close}
              onStep={visible.step}
            />
          )
        }
      >
        <div ref={frame} className={styles.frame} onScrollCapture={onScrollCapture}>
          <DeliveriesTable visible={visible} onShowAll={() => setStatus(null)} />
        </div>
      </Page>
    </div>
  );
}

/** The facts of a webhook in one row, with a sentence below them if something needs attention. */
function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = getHealth(webhook);
  const { last_success_at: lastSuccess, old_secret_until: oldSecretUntil } = webhook;
  const facts = [
    ['events', formatEvents(webhook, t)],
    ['description', webhook.description],
    ['pending', format.quantity(webhook.pending)],
    ['last_success_at', lastSuccess === null ? t('webhooks.health.never') : format.dateTime(lastSuccess)],
  ] as const;
  return (
    <div className={styles.block}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('webhooks.column.health')}</dt>
          <dd>{health.kind === 'disabled' ? t('webhooks.health.off') : <HealthIcon webhook={webhook} />}</dd>
        </div>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`webhooks.column.${name}`)}</dt>
              <dd title={value}>{value}</dd>
            </div>
          ))}
      </dl>
      {health.kind === 'paused' && <p className={styles.note}>{t('webhooks.enable.hint')}</p>}
      {health.kind === 'disabled' && (
        <p className={styles.disabled}>
          {t('webhooks.health.disabledSince', {
            moment: format.dateTime(health.since),
            reason: t(`webhooks.reason.${health.reason}`),
          })}{' '}
          {t(
            webhook.disabled_reason === 'secret_unreadable' ? 'webhooks.enable.unreadableHint' : 'webhooks.enable.hint',
          )}
        </p>
      )}
      {oldSecretUntil !== null && (
        <p className={styles.note}>{t('webhooks.health.oldSecret', { moment: format.dateTime(oldSecretUntil) })}</p>
      )}
    </div>
  );
}
