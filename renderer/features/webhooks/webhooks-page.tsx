import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../shared/contract/webhook-records.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { createRowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { QueryAsOf, QueryFailure } from '../../components/states/query-states.tsx';
import { mayManage, useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { formatEvents, HealthIcon } from './health-icon.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { watchedWebhooksQuery } from './watched-webhooks.ts';
import styles from './webhooks.module.css';

export function WebhooksPage() {
  return mayManage(useMe()) ? <Subscriptions /> : <NotAllowed />;
}

function Subscriptions() {
  const { t } = useTranslation();
  const webhooks = useQuery(watchedWebhooksQuery);
  const [isAdding, setIsAdding] = useState(false);
  const count = webhooks.data?.length ?? 0;
  return (
    <Page
      header={
        <PageHeader
          title={t('shell.webhooks')}
          aside={webhooks.data && webhooks.isError && <QueryAsOf query={webhooks} />}
          actions={
            <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsAdding(true)}>
              {t('webhooks.add')}
            </Button>
          }
        />
      }
      filters={
        <p className={styles.note}>
          <span>{t('webhooks.hint')}</span>
          <span role="status">{count > 0 && t('webhooks.count', { count })}</span>
        </p>
      }
    >
      <SubscriptionsTable query={webhooks} onAdd={() => setIsAdding(true)} />
      <SubscribeDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}

const NO_WEBHOOKS: readonly Webhook[] = [];

interface SubscriptionsTableProps {
  readonly query: UseQueryResult<readonly Webhook[]>;
  readonly onAdd: () => void;
}

function SubscriptionsTable({ query, onAdd }: SubscriptionsTableProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useSubscriptionColumns();
  const rows = useMemo(() => createRowSource(query.data ?? NO_WEBHOOKS, ({ id }) => id), [query.data]);

  function open(index: number) {
    const webhook = rows.getRow(index);
    if (!webhook) return;
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId: String(webhook.id) } });
  }

  return (
    <DataTable
      tableId="webhooks"
      label={t('shell.webhooks')}
      columns={columns}
      rows={rows}
      isLoading={query.isPending}
      onOpen={open}
      placeholder={
        query.isError ? (
          <QueryFailure query={query} stillUsable={t('webhooks.stillUsable')} />
        ) : (
          <EmptyPanel
            title={t('webhooks.empty.title')}
            reason={t('webhooks.empty.reason')}
            action={{ label: t('webhooks.add'), onClick: onAdd }}
          />
        )
      }
    />
  );
}

type ColumnId = 'url' | 'events' | 'description' | 'health' | 'pending' | 'last_success_at';

function useSubscriptionColumns(): readonly TableColumn<Webhook>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const header = (id: ColumnId, widthPx: number) => ({ id, header: t(`webhooks.column.${id}`), widthPx });
    return [
      { ...header('url', 236), kind: 'text', grows: true, cell: (webhook) => <WebhookLink webhook={webhook} /> },
      { ...header('events', 128), kind: 'text', cell: (webhook) => formatEvents(webhook, t) },
      { ...header('description', 112), kind: 'text', cell: ({ description }) => description },
      { ...header('health', 242), kind: 'text', cell: (webhook) => <HealthIcon webhook={webhook} /> },
      { ...header('pending', 88), kind: 'quantity', cell: ({ pending }) => format.quantity(pending) },
      {
        ...header('last_success_at', 162),
        kind: 'moment',
        cell: ({ last_success_at: at }) => (at === null ? t('webhooks.health.never') : format.dateTime(at)),
      },
    ];
  }, [t, format]);
}

/** The address of a webhook as a link to its page. With the keyboard, the row opens the page. */
function WebhookLink({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  return (
    <Link
      className={styles.link ?? ''}
      to="/webhooks/$webhookId"
      params={{ webhookId: String(id) }}
      tabIndex={-1}
      title={url}
    >
      {url}
    </Link>
  );
}
