import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { useVisibleColumns } from '../../components/data-table/column-state.ts';
import { useOpenRow } from '../../components/data-table/open-row.ts';
import { createRowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { isEverywhere } from '../../components/filters/chosen-shop.ts';
import { ListPlaceholder } from '../../components/list/list-view.tsx';
import { OrderDrawer } from '../../components/order/order-drawer.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useWiderPeriod } from '../../components/period-picker/wider-period.ts';
import type { EmptyPanelProps } from '../../components/states/empty-panel.tsx';
import { LookupNotice } from '../../components/states/freshness.tsx';
import { QueryAsOf } from '../../components/states/query-states.tsx';
import { formatPeriod } from '../../lib/format.ts';
import { useOpenPlace } from '../../lib/host/program.ts';
import { useLanguage } from '../../lib/language.ts';
import { toPlaceFilters, useShopTitle } from '../../lib/queries/shops.ts';
import {
  type DiscountChoices,
  type DiscountFilter,
  type SelectedDiscounts,
  selectDiscounts,
  useDiscountChoices,
} from './discount-choices.ts';
import { sortDiscounts, useDiscountColumns } from './discount-columns.tsx';
import { DiscountFilterBar, useFormatFilter } from './discount-filters.tsx';
import { getRowId, isOrderRow, useDiscountRows, useFoldedGroups } from './discount-groups.ts';
import { DiscountsTable, TABLE_ID } from './discounts-table.tsx';
import { discountOrdersQuery } from './queries.ts';

const NO_ORDERS: readonly DiscountOrder[] = [];

export function DiscountsPage() {
  const { t } = useTranslation();
  const choices = useDiscountChoices();
  const { today, period, place, filters, groupBy, choosePeriod } = choices;
  const { list, selection } = useDiscountList(choices);
  const nothing = useEmptyPanel(choices, selection);
  const getShopTitle = useShopTitle();
  const language = useLanguage();
  const { sort } = choices;
  const orders = useMemo(
    () => sortDiscounts(selection?.visible ?? NO_ORDERS, sort, { shop: getShopTitle, language }),
    [selection, sort, getShopTitle, language],
  );
  const folding = useFoldedGroups();
  const { rows, groups } = useDiscountRows(orders, groupBy, folding.folded, sort === '-date_purchased');
  const openPlace = useOpenPlace();
  const openBackOffice = useCallback(
    ({ backoffice_url: url }: DiscountOrder) => {
      if (url !== '') openPlace({ kind: 'back-office', url });
    },
    [openPlace],
  );
  const columns = useDiscountColumns(choices, openBackOffice);
  const source = useMemo(() => createRowSource(rows, getRowId), [rows]);
  const listKey = JSON.stringify([period, place, filters, groupBy, sort]);
  const opened = useOpenRow(source, listKey, isOrderRow);
  const openOrder = opened.row?.kind === 'order' ? opened.row.order : undefined;
  const isKnown = list.data !== undefined && !list.isPlaceholderData;
  const countText = t('orders.count', { count: orders.length });

  return (
    <Page
      header={
        <PageHeader
          title={t('discounts.title')}
          aside={<PeriodPicker value={choices.periodChoice} today={today} onChange={choosePeriod} />}
          actions={<DiscountsExport choices={choices} columns={columns} />}
        />
      }
      filters={
        <DiscountFilterBar
          choices={choices}
          selection={isKnown ? selection : undefined}
          count={isKnown ? countText : list.isPlaceholderData ? t('orders.reading') : undefined}
          groups={groups}
          folding={folding}
          trailing={
            <>
              {list.data && <QueryAsOf query={list} />}
              <ColumnChooser tableId={TABLE_ID} columns={columns} />
            </>
          }
        />
      }
      drawer={
        openOrder && (
          <OrderDrawer
            id={openOrder.id}
            number={openOrder.order_number}
            onClose={opened.close}
            onStep={opened.step}
            onLeave={opened.leave}
          />
        )
      }
    >
      <LookupNotice />
      <DiscountsTable
        columns={columns}
        source={source}
        opened={opened}
        orders={orders}
        withoutNegative={selection?.withoutNegative ?? NO_ORDERS}
        grouping={groupBy}
        isReplaced={list.isPlaceholderData}
        isLoading={list.isPending}
        listKey={listKey}
        sort={sort}
        onSort={choices.sortBy}
        onToggle={folding.toggle}
        placeholder={
          <ListPlaceholder
            query={list}
            stillUsable={t('orders.stillUsable')}
            onClearFilters={choices.isFiltered ? choices.clearFilters : undefined}
            nothing={nothing}
          />
        }
      />
    </Page>
  );
}

interface DiscountsExportProps {
  readonly choices: DiscountChoices;
  readonly columns: readonly TableColumn<DiscountOrder>[];
}

/** Exports the orders of the list, always sorted by date, or all orders of the period. */
function DiscountsExport({ choices: { period, place, filters }, columns }: DiscountsExportProps) {
  const { t } = useTranslation();
  const visibleColumns = useVisibleColumns(TABLE_ID, columns);
  const selected = { ...period, ...toPlaceFilters(place) };
  return (
    <ExportButtons
      dataset="discount-orders"
      filters={{ ...selected, ...filters }}
      columns={visibleColumns}
      others={[{ dataset: 'orders', label: t('exports.allOrders'), filters: selected }]}
    />
  );
}

/** Why the list is empty, and an action: removing a filter, or else choosing a longer period. */
function useEmptyPanel(
  { period, place, filters, choosePeriod, removeFilter }: DiscountChoices,
  selection: SelectedDiscounts | undefined,
): EmptyPanelProps {
  const { t } = useTranslation();
  const language = useLanguage();
  const formatLabel = useFormatFilter(filters);
  const widen = useWiderPeriod(period, choosePeriod);
  const title = t('discounts.empty.title', { period: formatPeriod(period, language) });
  const { include_negative, ...narrowing } = filters;
  const suggestRemoving = (name: DiscountFilter, reason: string): EmptyPanelProps => ({
    title,
    reason,
    action: { label: t('states.removeFilter', { label: formatLabel(name) }), onClick: () => removeFilter(name) },
  });
  if (filters.only_negative && filters.min_percentage !== undefined) {
    const [negative, bound] = [formatLabel('only_negative'), formatLabel('min_percentage')];
    return suggestRemoving('min_percentage', t('discounts.empty.excluded', { negative, bound }));
  }
  const emptying = selection?.emptying;
  if (emptying) {
    const { filter, count } = emptying;
    return suggestRemoving(filter, t('discounts.empty.without', { label: formatLabel(filter), count }));
  }
  const isNarrowed = !isEverywhere(place) || Object.keys(narrowing).length > 0;
  if (isNarrowed) return { title, reason: t('discounts.empty.byFilters') };
  return { title, reason: t('discounts.empty.byPeriod'), action: widen };
}

/**
 * All orders with a discount in the period, including negative ones, and those that match the filters. They are read
 * once, so that each filter applies at once and can show its exact number of orders.
 */
function useDiscountList({ period, place, filters }: DiscountChoices) {
  const list = useQuery(discountOrdersQuery({ ...period, ...toPlaceFilters(place), include_negative: true }));
  const orders = list.data?.data;
  const selection = useMemo(() => orders && selectDiscounts(orders, filters), [orders, filters]);
  return { list, selection };
}
