import { useTranslation } from 'react-i18next';
import { AsOf } from '../../components/as-of.tsx';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { useVisibleColumns } from '../../components/data-table/use-visible-columns.ts';
import { ExportButton } from '../../components/export-button.tsx';
import { FailurePanel } from '../../components/failure-panel.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useFormat } from '../../lib/language.ts';
import { DiscountFilters } from './discount-filters.tsx';
import { useDiscountsStore } from './discounts-store.ts';
import { DiscountsTable, TABLE_ID } from './discounts-table.tsx';
import { NoDiscounts } from './no-discounts.tsx';
import { useDiscountColumns } from './use-discount-columns.ts';
import { useDiscountList } from './use-discount-list.ts';
import { useOpenOrder } from './use-open-order.ts';

/** Orders with a discount in a period. */
export function DiscountsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { today, period, filters, list } = useDiscountList();
  const { shopId, choosePeriod } = useDiscountsStore();
  const openOrder = useOpenOrder();
  const columns = useDiscountColumns(openOrder);
  const shownColumns = useVisibleColumns(TABLE_ID, columns);
  const retry = () => void list.refetch();

  return (
    <Page
      header={
        <PageHeader
          title={t('discounts.title')}
          aside={<PeriodPicker value={period} today={today} onChange={choosePeriod} />}
          actions={
            <ExportButton
              dataset="discount-orders"
              filters={filters}
              columns={shownColumns}
              others={[
                {
                  dataset: 'orders',
                  label: t('exports.allOrders'),
                  filters: { ...period, shop_id: shopId ?? undefined },
                },
              ]}
            />
          }
        />
      }
      filters={
        <DiscountFilters
          count={list.isPlaceholderData ? t('discounts.reading') : countText(list.data?.total)}
          trailing={
            <>
              {list.data && (
                <AsOf
                  updatedAt={list.dataUpdatedAt}
                  isRefreshing={list.isFetching}
                  isStale={list.isError}
                  onRefresh={retry}
                />
              )}
              <ColumnChooser tableId={TABLE_ID} columns={columns} />
            </>
          }
        />
      }
    >
      <DiscountsTable
        columns={columns}
        onOpen={openOrder}
        orders={list.data?.data}
        isReplaced={list.isPlaceholderData}
        isLoading={list.isPending}
        placeholder={
          list.isError ? (
            <FailurePanel
              error={list.error}
              stillUsable={t('discounts.stillUsable')}
              isRetrying={list.isFetching}
              onRetry={retry}
            />
          ) : (
            <NoDiscounts period={period} />
          )
        }
      />
    </Page>
  );

  function countText(total: number | undefined): string | undefined {
    return total === undefined
      ? undefined
      : t('discounts.count', { count: total, text: format.quantity(total) });
  }
}
