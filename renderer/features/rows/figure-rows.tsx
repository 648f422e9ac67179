import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import type { PagedRows } from '../../components/data-table/use-paged-rows.ts';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { DetailHeader } from '../../components/page/detail-header.tsx';
import { Page } from '../../components/page/page.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { useFormat } from '../../lib/language.ts';
import { type FilterFact, FilterFacts } from './filter-facts.tsx';
import { RowsBack } from './rows-back.tsx';

interface FigureRowsProps<Filters, Row, Sums> {
  readonly tableId: string;
  readonly title: string;
  readonly facts: readonly FilterFact[];
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: PagedRows<Filters, Row, Sums>;
  /** Whether the rows add up; absent while that is not known. */
  readonly sumLine: ReactNode;
  readonly totals: Readonly<Record<string, string>> | undefined;
}

/** The rows behind a figure, under its name and its filters. Each leads to its order. */
export function FigureRows<Filters, Row extends { readonly order_id: number }, Sums>({
  tableId,
  title,
  facts,
  columns,
  rows,
  sumLine,
  totals,
}: FigureRowsProps<Filters, Row, Sums>) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const navigate = useNavigate();
  const { rowCount } = rows.source;
  const isRead = !rows.isLoading && rows.error === null;

  function open(index: number) {
    const row = rows.source.rowAt(index);
    if (row) void navigate({ to: '/orders/$orderId', params: { orderId: String(row.order_id) } });
  }

  return (
    <Page
      header={
        <DetailHeader
          back={<RowsBack />}
          title={title}
          aside={
            <AsOf
              updatedAt={rows.updatedAt}
              isRefreshing={rows.isRefreshing}
              isStale={rows.isStale}
              onRefresh={rows.refresh}
            />
          }
        />
      }
      filters={
        <>
          <FilterBar
            count={isRead ? t('rows.count', { count: rowCount, text: quantity(rowCount) }) : undefined}
            trailing={<ColumnChooser tableId={tableId} columns={columns} />}
          >
            <FilterFacts facts={facts} />
          </FilterBar>
          {sumLine}
        </>
      }
    >
      <LookupNotice />
      <DataTable
        tableId={tableId}
        label={title}
        columns={columns}
        rows={rows.source}
        listKey={JSON.stringify(rows.shown)}
        isLoading={rows.isLoading}
        totals={totals}
        onOpen={open}
        placeholder={
          rows.error ? (
            <FailurePanel
              error={rows.error}
              stillUsable={t('rows.stillUsable')}
              onRetry={rows.refresh}
              isRetrying={rows.isRefreshing}
            />
          ) : (
            <EmptyPanel title={t('rows.empty')} reason={t('rows.emptyReason')} />
          )
        }
      />
    </Page>
  );
}
