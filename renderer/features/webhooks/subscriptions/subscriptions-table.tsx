import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { rowsOf } from '../../../components/data-table/row-source.ts';
import { EmptyPanel } from '../../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { useSubscriptionColumns } from './use-subscription-columns.tsx';

const TABLE_ID = 'webhooks';
const NO_WEBHOOKS: readonly Webhook[] = [];

interface SubscriptionsTableProps {
  readonly query: UseQueryResult<readonly Webhook[]>;
  readonly onAdd: () => void;
}

export function SubscriptionsTable({ query, onAdd }: SubscriptionsTableProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useSubscriptionColumns();
  const rows = useMemo(() => rowsOf(query.data ?? NO_WEBHOOKS, ({ id }) => id), [query.data]);

  function open(index: number) {
    const webhook = rows.rowAt(index);
    if (!webhook) return;
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId: String(webhook.id) } });
  }

  return (
    <DataTable
      tableId={TABLE_ID}
      label={t('webhooks.table')}
      columns={columns}
      rows={rows}
      isLoading={query.isPending}
      onOpen={open}
      placeholder={
        query.isError ? (
          <FailurePanel
            error={query.error}
            stillUsable={t('webhooks.stillUsable')}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
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
