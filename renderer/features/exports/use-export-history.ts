import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { finishedCount, useExportsStore } from '../../lib/exports/exports-store.ts';
import { exportHistoryQuery } from './export-history.ts';

export interface ExportHistoryPages {
  /** Newest first, as many as have been read. */
  readonly entries: readonly PastExport[];
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readonly readMore: () => void;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** Set when there is nothing to show. */
  readonly error: Error | null;
  /** What is shown could not be read the last time. */
  readonly isStale: boolean;
  readonly updatedAt: number;
  readonly refresh: () => void;
}

/** The history as it is now; read again whenever an export of this window has come to its end. */
export function useExportHistory(): ExportHistoryPages {
  const query = useInfiniteQuery(exportHistoryQuery);
  const { data, refetch } = query;
  const finished = useExportsStore(finishedCount);
  const seen = useRef(finished);
  useEffect(() => {
    if (finished > seen.current) void refetch();
    seen.current = finished;
  }, [finished, refetch]);
  return {
    entries: useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]),
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
    isLoading: query.isPending,
    isRefreshing: query.isFetching,
    error: data ? null : query.error,
    isStale: data !== undefined && query.isError,
    updatedAt: query.dataUpdatedAt,
    refresh: () => void refetch(),
  };
}
