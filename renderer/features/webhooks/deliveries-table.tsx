import { type MouseEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../../../shared/contract/webhook-records.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { NewRowsButton } from '../../components/data-table/new-rows.tsx';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { FilterBar, FilterMenu } from '../../components/filters/filter-bar.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { QueryAsOf, QueryFailure } from '../../components/states/query-states.tsx';
import { useFormat } from '../../lib/language.ts';
import { DeliveryStatusText, formatAnswer, formatKind, formatShortTime, getLastAttempt } from './delivery-labels.tsx';
import type { VisibleDeliveries } from './delivery-list.ts';
import { DELIVERIES_PER_PAGE } from './queries.ts';

const DELIVERIES_TABLE_ID = 'webhook-deliveries';

interface DeliveriesTableProps {
  readonly visible: VisibleDeliveries;
  readonly onShowAll: () => void;
}

export function DeliveriesTable({ visible, onShowAll }: DeliveriesTableProps) {
  const { t } = useTranslation();
  const columns = useDeliveryColumns();
  const { pages } = visible;
  return (
    <DataTable
      tableId={DELIVERIES_TABLE_ID}
      label={t('webhooks.deliveries.table')}
      columns={columns}
      rows={visible.source}
      listKey={visible.listKey}
      isLoading={pages.isLoading}
      openIndex={visible.openIndex}
      onOpen={visible.open}
      placeholder={
        pages.error ? (
          <QueryFailure query={pages} stillUsable={t('webhooks.deliveries.stillUsable')} />
        ) : pages.visibleSearch.status === null ? (
          <EmptyPanel title={t('webhooks.deliveries.empty.title')} reason={t('webhooks.deliveries.empty.reason')} />
        ) : (
          <EmptyPanel
            title={t('webhooks.deliveries.empty.byStatus')}
            reason={t('webhooks.deliveries.empty.byStatusReason')}
            action={{ label: t('webhooks.deliveries.empty.showAll'), onClick: onShowAll }}
          />
        )
      }
    />
  );
}

type ColumnId =
  | 'created_at'
  | 'kind'
  | 'event_count'
  | 'status'
  | 'attempts'
  | 'next_attempt_at'
  | 'answer'
  | 'duration_ms';

/** The answer and duration are those of the latest attempt. */
function useDeliveryColumns(): readonly TableColumn<Delivery>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const header = (id: ColumnId, widthPx: number) => ({ id, header: t(`webhooks.deliveries.column.${id}`), widthPx });
    return [
      {
        ...header('created_at', 142),
        kind: 'moment',
        cell: (delivery) => formatShortTime(delivery.created_at, format),
      },
      { ...header('kind', 116), kind: 'text', cell: (delivery) => formatKind(delivery, t) },
      {
        ...header('event_count', 104),
        kind: 'quantity',
        cell: ({ kind, event_count: count }) => (kind === 'ping' ? null : format.quantity(count)),
      },
      { ...header('status', 116), kind: 'text', cell: (delivery) => <DeliveryStatusText delivery={delivery} /> },
      {
        ...header('attempts', 92),
        kind: 'quantity',
        cell: ({ attempts }) => format.quantity(attempts.length),
      },
      {
        ...header('next_attempt_at', 130),
        kind: 'moment',
        cell: ({ next_attempt_at: next }) => (next === null ? null : formatShortTime(next, format)),
      },
      {
        ...header('answer', 150),
        kind: 'text',
        grows: true,
        cell: (delivery) => {
          const attempt = getLastAttempt(delivery);
          return attempt ? formatAnswer(attempt, t) : null;
        },
      },
      {
        ...header('duration_ms', 112),
        kind: 'quantity',
        cell: (delivery) => {
          const attempt = getLastAttempt(delivery);
          return attempt ? format.quantity(attempt.duration_ms) : null;
        },
      },
    ];
  }, [t, format]);
}

interface DeliveriesFiltersProps {
  /** `null` for every status. */
  readonly status: DeliveryStatus | null;
  readonly onStatus: (status: DeliveryStatus | null) => void;
  readonly visible: VisibleDeliveries;
  readonly onShowNew: (event: MouseEvent<HTMLElement>) => void;
}

export function DeliveriesFilters({ status, onStatus, visible, onShowNew }: DeliveriesFiltersProps) {
  const { t } = useTranslation();
  const columns = useDeliveryColumns();
  const { pages, source, newCount } = visible;
  const options = DELIVERY_STATUSES.map((value) => ({
    value,
    label: t(`webhooks.deliveries.statusLabels.${value}`),
  }));
  const count = source.rowCount;
  // A full page of new rows means that many or more.
  const newText =
    newCount < DELIVERIES_PER_PAGE
      ? t('webhooks.deliveries.new', { count: newCount })
      : t('webhooks.deliveries.manyNew');
  return (
    <FilterBar
      count={pages.isLoading || pages.error ? undefined : t('webhooks.deliveries.count', { count })}
      trailing={
        <>
          {pages.isError && <QueryAsOf query={pages} />}
          <ColumnChooser tableId={DELIVERIES_TABLE_ID} columns={columns} />
        </>
      }
    >
      <FilterMenu
        label={t('states.status')}
        options={options}
        value={status}
        onChange={(value) => onStatus(DELIVERY_STATUSES.find((known) => known === value) ?? null)}
      />
      {newCount > 0 && (
        <NewRowsButton label={newText} announcement={t('webhooks.deliveries.hasNew')} onClick={onShowNew} />
      )}
    </FilterBar>
  );
}
