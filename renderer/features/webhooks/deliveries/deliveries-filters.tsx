import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../shared/contract/webhook-records.ts';
import { ColumnChooser } from '../../../components/data-table/column-chooser.tsx';
import { FilterBar } from '../../../components/filters/filter-bar.tsx';
import { FilterMenu } from '../../../components/filters/filter-menu.tsx';
import { AsOf } from '../../../components/states/as-of.tsx';
import { useFormat } from '../../../lib/language.ts';
import { DELIVERIES_TABLE_ID } from './deliveries-table.tsx';
import { NewDeliveriesButton } from './new-deliveries-button.tsx';
import { useDeliveryColumns } from './use-delivery-columns.tsx';
import type { ShownDeliveries } from './use-shown-deliveries.ts';

interface DeliveriesFiltersProps {
  /** Null for every status. */
  readonly status: DeliveryStatus | null;
  readonly onStatus: (status: DeliveryStatus | null) => void;
  readonly shown: ShownDeliveries;
  readonly onShowNew: (event: MouseEvent<HTMLElement>) => void;
}

export function DeliveriesFilters({ status, onStatus, shown, onShowNew }: DeliveriesFiltersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = useDeliveryColumns();
  const { pages, source, newCount } = shown;
  const options = DELIVERY_STATUSES.map((value) => ({
    value,
    label: t(`webhooks.deliveries.statusWords.${value}`),
  }));
  const count = source.rowCount;
  return (
    <FilterBar
      count={
        pages.isLoading || pages.error
          ? undefined
          : t('webhooks.deliveries.count', { count, text: format.quantity(count) })
      }
      trailing={
        <>
          {pages.isStale && (
            <AsOf
              updatedAt={pages.updatedAt}
              isRefreshing={pages.isRefreshing}
              isStale
              onRefresh={pages.refresh}
            />
          )}
          <ColumnChooser tableId={DELIVERIES_TABLE_ID} columns={columns} />
        </>
      }
    >
      <FilterMenu
        label={t('webhooks.deliveries.status')}
        options={options}
        value={status}
        onChange={(value) => onStatus(DELIVERY_STATUSES.find((known) => known === value) ?? null)}
      />
      {newCount > 0 && <NewDeliveriesButton count={newCount} onClick={onShowNew} />}
    </FilterBar>
  );
}
