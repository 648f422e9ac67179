import type { ReactNode } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { AsOf } from './freshness.tsx';
import { SkeletonRows } from './loading.tsx';

/** A query, or a list that is read in pages. */
interface Reading {
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface FailureTexts {
  /** What still works, in one sentence. */
  readonly stillUsable?: string | undefined;
  /** Set if filters are set, because the API may refuse one. */
  readonly onClearFilters?: (() => void) | undefined;
}

export interface QueryFailureProps extends FailureTexts {
  readonly query: Pick<Reading, 'error' | 'isFetching' | 'refetch'>;
}

/** A failure panel with a button that reads again. */
export function QueryFailure({ query, ...texts }: QueryFailureProps) {
  const { error, isFetching, refetch } = query;
  return <FailurePanel {...texts} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
}

interface QueryAsOfProps {
  readonly query: Pick<Reading, 'dataUpdatedAt' | 'isFetching' | 'isError' | 'refetch'>;
}

/** The time of the data, with a button that reads again. */
export function QueryAsOf({ query: { dataUpdatedAt, isFetching, isError, refetch } }: QueryAsOfProps) {
  return (
    <AsOf updatedAt={dataUpdatedAt} isRefreshing={isFetching} isStale={isError} onRefresh={() => void refetch()} />
  );
}

interface QueryContentProps<Data> extends FailureTexts {
  readonly query: Omit<Reading, 'dataUpdatedAt'> & { readonly data: Data | undefined };
  /** The number of skeleton rows shown while there is no data. */
  readonly rows: number;
  readonly widths?: readonly number[];
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query, which stays if it cannot be read again. Without data, a skeleton or a failure panel. */
export function QueryContent<Data>({ query, rows, widths, children, ...texts }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <QueryFailure query={query} {...texts} />;
  return <SkeletonRows rows={rows} {...(widths && { widths })} />;
}
