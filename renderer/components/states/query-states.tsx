import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PagedRows } from '../data-table/paged-rows.ts';
import { FailurePanel } from './failure-panel.tsx';
import { AsOf } from './freshness.tsx';
import { SkeletonRows } from './loading.tsx';

interface FailureTexts {
  /** What can still be done while this fails, in one sentence. */
  readonly stillUsable?: string;
  /** Given while filters are set: they may be what the API refuses. */
  readonly onClearFilters?: (() => void) | undefined;
}

interface QueryFailureProps extends FailureTexts {
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** A failure panel with a button that runs the query again. */
export function QueryFailure({ query, ...texts }: QueryFailureProps) {
  const { error, isFetching, refetch } = query;
  return <FailurePanel {...texts} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
}

interface QueryAsOfProps {
  readonly query: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching' | 'isError' | 'refetch'>;
}

/** The time of the data of a query, with a button that runs the query again. */
export function QueryAsOf({ query: { dataUpdatedAt, isFetching, isError, refetch } }: QueryAsOfProps) {
  return (
    <AsOf updatedAt={dataUpdatedAt} isRefreshing={isFetching} isStale={isError} onRefresh={() => void refetch()} />
  );
}

interface QueryContentProps<Data> extends FailureTexts {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>;
  /** Of the skeleton that is drawn while there are no data. */
  readonly rows: number;
  readonly widths?: readonly number[];
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query, which stay when they cannot be read again; without any a skeleton or a failure panel. */
export function QueryContent<Data>({ query, rows, widths, children, ...texts }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <QueryFailure query={query} {...texts} />;
  return <SkeletonRows rows={rows} {...(widths && { widths })} />;
}

interface ListFailureProps extends FailureTexts {
  readonly list: Pick<PagedRows<never, never, never>, 'error' | 'isRefreshing' | 'refresh'>;
}

/** A failure panel with a button that reads the list again. */
export function ListFailure({ list, ...texts }: ListFailureProps) {
  return <FailurePanel {...texts} error={list.error} isRetrying={list.isRefreshing} onRetry={list.refresh} />;
}

interface ListAsOfProps {
  readonly list: Pick<PagedRows<never, never, never>, 'updatedAt' | 'isRefreshing' | 'isStale' | 'refresh'>;
}

/** The time of the data of a list, with a button that reads the list again. */
export function ListAsOf({ list: { updatedAt, isRefreshing, isStale, refresh } }: ListAsOfProps) {
  return <AsOf updatedAt={updatedAt} isRefreshing={isRefreshing} isStale={isStale} onRefresh={refresh} />;
}
