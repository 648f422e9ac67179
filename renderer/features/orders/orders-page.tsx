import { useTranslation } from 'react-i18next';
import { listOrders, type Order, type OrderSums } from '../../../shared/contract/orders.ts';
import { orderSumsNote } from '../../../shared/order-labels.ts';
import { FIRST_DAY, widerPeriod } from '../../../shared/periods.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { useVisibleColumns } from '../../components/data-table/column-state.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useOfferedColumns } from '../../components/data-table/offered-columns.ts';
import { useOpenRow } from '../../components/data-table/open-row.ts';
import { type PagedRows, usePagedRows } from '../../components/data-table/paged-rows.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { OrderDrawer } from '../../components/order/order-drawer.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { LookupNotice, ReplacedFrame } from '../../components/states/freshness.tsx';
import { QueryAsOf, QueryFailure } from '../../components/states/query-states.tsx';
import { periodText } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { useOrderChoices } from './order-choices.ts';
import { useOrderColumns } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { type OrderSearch, ordersList } from './queries.ts';

const TABLE_ID = 'orders';

const SUMMED = ['value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'] as const;

/** Orders of a period, whatever their status, the newest first. */
export function OrdersPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const choices = useOrderChoices();
  const { search, today } = choices;
  const rows = usePagedRows(ordersList, search);
  const columns = useOfferedColumns(listOrders, useOrderColumns(choices));
  const visible = useVisibleColumns(TABLE_ID, columns);
  const listKey = JSON.stringify(rows.visibleSearch);
  const opened = useOpenRow(rows.source, listKey);
  const total = rows.source.rowCount;
  const isPrinting = useIsPrinting();

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.orders')}
          aside={<PeriodPicker value={choices.period} today={today} onChange={choices.choosePeriod} />}
          actions={<ExportButton dataset="orders" filters={search} columns={visible} />}
        />
      }
      filters={
        <OrderFilters
          choices={choices}
          count={countText()}
          trailing={
            <>
              <QueryAsOf query={rows} />
              <ColumnChooser tableId={TABLE_ID} columns={columns} />
            </>
          }
        />
      }
      drawer={
        opened.row && (
          <OrderDrawer
            id={opened.row.id}
            number={opened.row.order_number}
            listed={opened.row}
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
          place={opened.place}
          onOpen={opened.open}
          totals={rows.sums ? totalsOf(rows.sums) : undefined}
          totalsNote={rows.sums ? noteOf(rows.sums) : undefined}
        />
      </ReplacedFrame>
    </Page>
  );

  /** Cells of the totals row. All orders of the list are in it, as in its rows. */
  function totalsOf(sums: OrderSums): Readonly<Record<string, string>> {
    return {
      order_number: t('terms.total'),
      ...Object.fromEntries(SUMMED.map((id) => [id, format.amount(sums[id])])),
    };
  }

  /** A sheet has the total once, where all of it is turnover. */
  function noteOf(sums: OrderSums): string | undefined {
    const isTurnover =
      sums.uncounted_orders === 0 && sums.non_revenue_wt === 0 && sums.excluded_other_currency === undefined;
    if (isPrinting && isTurnover) return undefined;
    return orderSumsNote(sums, rows.visibleSearch, language, format) ?? undefined;
  }

  function countText(): string | undefined {
    if (rows.isLoading || rows.error) return undefined;
    if (rows.isReplaced) return t('orders.reading');
    return t('orders.count', { count: total, text: format.quantity(total) });
  }
}

interface OrdersPlaceholderProps {
  readonly rows: PagedRows<OrderSearch, Order, OrderSums | null>;
  readonly choices: ReturnType<typeof useOrderChoices>;
}

/** Why the list is empty: it could not be read, nothing matches, or nothing was sold. */
function OrdersPlaceholder({ rows, choices }: OrdersPlaceholderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (rows.error) {
    return (
      <QueryFailure
        query={rows}
        stillUsable={t('orders.stillUsable')}
        onClearFilters={choices.isFiltered ? choices.clearFilters : undefined}
      />
    );
  }
  const { from, to } = rows.visibleSearch;
  const period = { from, to };
  const title = t('orders.empty.title', { period: periodText(period, language) });
  if (choices.isFiltered) {
    return (
      <EmptyPanel
        title={title}
        reason={t('orders.empty.byFilters')}
        action={{ label: t('states.clearFilters'), onClick: choices.clearFilters }}
        otherAction={
          choices.search.q !== undefined && from > FIRST_DAY
            ? {
                label: t('orders.empty.searchAll'),
                onClick: () => choices.choosePeriod({ from: FIRST_DAY, to: to > choices.today ? to : choices.today }),
              }
            : undefined
        }
      />
    );
  }
  const wider = widerPeriod(period);
  return (
    <EmptyPanel
      title={title}
      reason={t('orders.empty.byPeriod')}
      {...(wider && {
        action: {
          label: t('orders.empty.widen', { period: periodText(wider, language) }),
          onClick: () => choices.choosePeriod(wider),
        },
      })}
    />
  );
}
