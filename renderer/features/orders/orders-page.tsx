import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listOrders, type OrderSums } from '../../../shared/contract/orders.ts';
import { calculateTurnover, formatOrderSumsNote } from '../../../shared/order-labels.ts';
import { MIN_DATE, type Period } from '../../../shared/periods.ts';
import { usePagedRows } from '../../components/data-table/paged-rows.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { Explained } from '../../components/figures.tsx';
import { ListControls, ListTable, useListView } from '../../components/list/list-view.tsx';
import { OrderDrawer } from '../../components/order/order-drawer.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useWiderPeriod } from '../../components/period-picker/wider-period.ts';
import type { EmptyPanelProps } from '../../components/states/empty-panel.tsx';
import { LookupNotice } from '../../components/states/freshness.tsx';
import { formatPeriod } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { useItemsInclude } from '../../lib/queries/orders.ts';
import { type OrderChoices, useOrderChoices } from './order-choices.ts';
import { useOrderColumns } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { ordersList } from './queries.ts';

const SUMMED = ['value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'] as const;

/** The orders of a period with any status, the newest first. */
export function OrdersPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const choices = useOrderChoices();
  const { search, today } = choices;
  const { include } = useItemsInclude();
  const isOfCustomer = search.customer_id !== undefined;
  const rows = usePagedRows(
    ordersList,
    useMemo(() => (isOfCustomer && include ? { ...search, include } : search), [search, isOfCustomer, include]),
  );
  const view = useListView({ tableId: 'orders', endpoint: listOrders, columns: useOrderColumns(choices), rows });
  const { row: openOrder } = view.opened;
  const total = rows.source.rowCount;
  const nothing = useEmptyPanel(choices, rows.visibleSearch);
  const isPrinting = useIsPrinting();

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.orders')}
          aside={<PeriodPicker value={choices.period} today={today} onChange={choices.choosePeriod} />}
          actions={<ExportButtons dataset="orders" filters={search} columns={view.visible} />}
        />
      }
      filters={<OrderFilters choices={choices} count={formatCount()} trailing={<ListControls view={view} />} />}
      drawer={
        openOrder && (
          <OrderDrawer id={openOrder.id} number={openOrder.order_number} listed={openOrder} {...view.drawer} />
        )
      }
    >
      <LookupNotice />
      <ListTable
        view={view}
        label={t('orders.table')}
        sort={search.sort}
        onSort={choices.sortBy}
        totals={rows.sums ? createTotals(rows.sums) : undefined}
        totalsNote={rows.sums ? createNote(rows.sums) : undefined}
        stillUsable={t('orders.stillUsable')}
        onClearFilters={choices.isFiltered ? choices.clearFilters : undefined}
        nothing={nothing}
      />
    </Page>
  );

  /** The cells of the totals row, which includes all orders of the list. */
  function createTotals(sums: OrderSums): Readonly<Record<string, string>> {
    return {
      order_number: t('terms.total'),
      ...Object.fromEntries(SUMMED.map((id) => [id, format.amount(sums[id])])),
    };
  }

  /**
   * How much of the total is turnover, with an explanation. Printed sheets have the explanation as text, and nothing if
   * all of it is turnover.
   */
  function createNote(sums: OrderSums): ReactNode {
    const isTurnover =
      sums.uncounted_orders === 0 && sums.non_revenue_wt === 0 && sums.excluded_other_currency === undefined;
    if (isPrinting && isTurnover) return undefined;
    const note = formatOrderSumsNote(sums, rows.visibleSearch, language, format) ?? undefined;
    const turnover = calculateTurnover(sums, rows.visibleSearch);
    if (isPrinting || turnover === null || sums.excluded_other_currency !== undefined) return note;
    return <Explained label={t('orders.turnover', { amount: format.money(turnover) })} how={note ?? ''} />;
  }

  function formatCount(): string | undefined {
    if (rows.isLoading || rows.error) return undefined;
    if (rows.isReplaced) return t('orders.reading');
    return t('orders.count', { count: total });
  }
}

/** Why the list is empty: nothing matches, or nothing was sold. */
function useEmptyPanel(choices: OrderChoices, { from, to }: Period): EmptyPanelProps {
  const { t } = useTranslation();
  const language = useLanguage();
  const widen = useWiderPeriod({ from, to }, choices.choosePeriod);
  const title = t('orders.empty.title', { period: formatPeriod({ from, to }, language) });
  if (!choices.isFiltered) return { title, reason: t('orders.empty.byPeriod'), action: widen };
  const everything = { from: MIN_DATE, to: to > choices.today ? to : choices.today };
  return {
    title,
    reason: t('orders.empty.byFilters'),
    otherAction:
      choices.search.q !== undefined && from > MIN_DATE
        ? { label: t('orders.empty.searchAll'), onClick: () => choices.choosePeriod(everything) }
        : undefined,
  };
}
