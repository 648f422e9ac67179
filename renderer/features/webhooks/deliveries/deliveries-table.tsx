import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyPanel } from '../../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { useDeliveryColumns } from './use-delivery-columns.tsx';
import type { ShownDeliveries } from './use-shown-deliveries.ts';

export const DELIVERIES_TABLE_ID = 'webhook-deliveries';

interface DeliveriesTableProps {
  readonly shown: ShownDeliveries;
  readonly onShowAll: () => void;
}

export function DeliveriesTable({ shown, onShowAll }: DeliveriesTableProps) {
  const { t } = useTranslation();
  const columns = useDeliveryColumns();
  const { pages } = shown;
  return (
    <DataTable
      tableId={DELIVERIES_TABLE_ID}
      label={t('webhooks.deliveries.table')}
      columns={columns}
      rows={shown.source}
      listKey={shown.listKey}
      isLoading={pages.isLoading}
      openIndex={shown.openIndex}
      onOpen={shown.open}
      placeholder={
        pages.error ? (
          <FailurePanel
            error={pages.error}
            stillUsable={t('webhooks.deliveries.stillUsable')}
            isRetrying={pages.isRefreshing}
            onRetry={pages.refresh}
          />
        ) : (
          <NoDeliveries isFiltered={pages.shown.status !== null} onShowAll={onShowAll} />
        )
      }
    />
  );
}

function NoDeliveries({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const { t } = useTranslation();
  if (!isFiltered) {
    return (
      <EmptyPanel
        title={t('webhooks.deliveries.empty.title')}
        reason={t('webhooks.deliveries.empty.reason')}
      />
    );
  }
  return (
    <EmptyPanel
      title={t('webhooks.deliveries.empty.byStatus')}
      reason={t('webhooks.deliveries.empty.byStatusReason')}
      action={{ label: t('webhooks.deliveries.empty.showAll'), onClick: onShowAll }}
    />
  );
}
