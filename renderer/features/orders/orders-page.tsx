import { useTranslation } from 'react-i18next';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useOpenRow } from '../../components/data-table/use-open-row.ts';
import { usePagedRows } from '../../components/data-table/use-paged-rows.ts';
import { useVisibleColumns } from '../../components/data-table/use-visible-columns.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { ReplacedFrame } from '../../components/states/replaced-frame.tsx';
import { useFormat } from '../../lib/language.ts';
import { ordersList } from './list-orders.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrdersPlaceholder } from './orders-placeholder.tsx';
import { useOrderChoices } from './use-order-choices.ts';
import { useOrderColumns } from './use-order-columns.ts';

const TABLE_ID = 'orders';

/** Orders of a period, whatever their status, the newest first. */
export function OrdersPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const choices = useOrderChoices();
  const { search, today } = choices;
  const rows = usePagedRows(ordersList, search);
  const columns = useOrderColumns();
  const visible = useVisibleColumns(TABLE_ID, columns);
  const listKey = JSON.stringify(rows.shown);
  const opened = useOpenRow(rows.source, listKey);
  const total = rows.source.rowCount;

  return (
    <Page
      header={
        <PageHeader
          title={t('orders.title')}
          aside={
            <PeriodPicker
              value={{ from: search.from, to: search.to }}
              today={today}
              onChange={choices.choosePeriod}
            />
          }
          actions={<ExportButton dataset="orders" filters={search} columns={visible} />}
        />
      }
      filters={
        <OrderFilters
          choices={choices}
          count={countText()}
          trailing={
            <>
              <AsOf
                updatedAt={rows.updatedAt}
                isRefreshing={rows.isRefreshing}
                isStale={rows.isStale}
                onRefresh={rows.refresh}
              />
              <ColumnChooser tableId={TABLE_ID} columns={columns} />
            </>
          }
        />
      }
      drawer={
        opened.row && (
          <OrderDrawer
            order={opened.row}
            onClose={opened.close}
            onStep={opened.step}
            onLeave={opened.leave}
          />
        )
      }
    >
      <LookupNotice />
      <ReplacedFrame isReplaced={rows.isReplaced}>
        <DataTable
          tableId={TABLE_ID}
          label={t('orders.table')}
          columns={columns}
          rows={rows.source}
          listKey={listKey}
          isLoading={rows.isLoading}
          placeholder={<OrdersPlaceholder rows={rows} choices={choices} />}
          sort={search.sort}
          onSort={choices.sortBy}
          openIndex={opened.index}
          onOpen={opened.open}
        />
      </ReplacedFrame>
    </Page>
  );

  function countText(): string | undefined {
    if (rows.isLoading || rows.error) return undefined;
    if (rows.isReplaced) return t('orders.reading');
    return t('orders.count', { count: total, text: format.quantity(total) });
  }
}
