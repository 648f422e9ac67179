import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { useOpenPlace } from '../../lib/host/use-open-place.ts';
import { useFormat } from '../../lib/language.ts';
import { DiscountFilters } from './discount-filters.tsx';
import { DiscountsExport } from './discounts-export.tsx';
import { DiscountsTable, TABLE_ID } from './discounts-table.tsx';
import { FoldButton } from './fold-button.tsx';
import { GroupMenu } from './group-menu.tsx';
import { NoDiscounts } from './no-discounts.tsx';
import { useDiscountChoices } from './use-discount-choices.ts';
import { useDiscountColumns } from './use-discount-columns.ts';
import { useDiscountList } from './use-discount-list.ts';
import { useDiscountRows } from './use-discount-rows.ts';
import { useFoldedGroups } from './use-folded-groups.ts';

const NO_ORDERS: readonly DiscountOrder[] = [];

/** Orders with a discount in a period. */
export function DiscountsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const choices = useDiscountChoices();
  const { today, period, shopId, switches, groupBy, choosePeriod, chooseGrouping } = choices;
  const { list, selection } = useDiscountList(choices);
  const orders = selection?.shown ?? NO_ORDERS;
  const folding = useFoldedGroups();
  const { rows, groups } = useDiscountRows(orders, groupBy, folding.folded);
  const openPlace = useOpenPlace();
  const openBackOffice = useCallback(
    ({ backoffice_url: url }: DiscountOrder) => openPlace({ kind: 'back-office', url }),
    [openPlace],
  );
  const columns = useDiscountColumns(openBackOffice);
  const retry = () => void list.refetch();
  const isKnown = list.data !== undefined && !list.isPlaceholderData;
  const countText = t('discounts.count', { count: orders.length, text: format.quantity(orders.length) });

  return (
    <Page
      header={
        <PageHeader
          title={t('discounts.title')}
          aside={<PeriodPicker value={period} today={today} onChange={choosePeriod} />}
          actions={<DiscountsExport choices={choices} columns={columns} />}
        />
      }
      filters={
        <DiscountFilters
          choices={choices}
          selection={isKnown ? selection : undefined}
          count={isKnown ? countText : list.isPlaceholderData ? t('discounts.reading') : undefined}
          grouping={
            <>
              {groupBy !== null && <FoldButton groups={groups} folding={folding} />}
              <GroupMenu grouping={groupBy} onChoose={chooseGrouping} />
            </>
          }
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
      <LookupNotice />
      <DiscountsTable
        columns={columns}
        rows={rows}
        orders={orders}
        grouping={groupBy}
        isReplaced={list.isPlaceholderData}
        isLoading={list.isPending}
        listKey={JSON.stringify([period, shopId, switches, groupBy])}
        onToggle={folding.toggle}
        placeholder={
          list.isError ? (
            <FailurePanel
              error={list.error}
              stillUsable={t('discounts.stillUsable')}
              isRetrying={list.isFetching}
              onRetry={retry}
              onClearFilters={choices.isFiltered ? choices.clearFilters : undefined}
            />
          ) : (
            <NoDiscounts choices={choices} />
          )
        }
      />
    </Page>
  );
}
