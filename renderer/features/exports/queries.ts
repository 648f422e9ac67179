import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { MonthRequest, PastExport, PastFile, PastMonth } from '../../../shared/contract/exports.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { listExportHistory } from '../../../shared/contract/window.ts';
import { FIRST_DAY } from '../../../shared/periods.ts';
import { fetchIntoDownloads } from '../../lib/exports/run-export.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';

/** Finished exports, newest first, a page at a time. */
export const exportHistoryQuery = infiniteQueryOptions({
  queryKey: ['export-history'],
  queryFn: ({ pageParam: before }) => readApi(listExportHistory, { query: { before: before ?? undefined } }),
  initialPageParam: null as PastFile['id'] | null,
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  // The command line writes into it as well.
  staleTime: 0,
});

/** The day of the first order of the account; null without any. */
export function firstOrderQuery(today: CalendarDate) {
  return queryOptions({
    queryKey: ['first-order', today],
    async queryFn({ signal }): Promise<CalendarDate | null> {
      const query = { from: FIRST_DAY, to: today, sort: 'date_purchased', limit: 1 } as const;
      const { data } = await readApi(listOrders, { query, signal });
      return data[0]?.date_purchased.slice(0, 10) ?? null;
    },
  });
}

/** Whether the figures are still those of the report of a package. */
export function monthComparisonQuery({ id }: Pick<PastMonth, 'id'>) {
  return queryOptions({
    queryKey: ['month-comparison', id],
    queryFn: () => callBridge('compareExport', { id }),
  });
}

/** Reads the data of an export again, which takes as long as the export itself. */
export function useCompareExport({ id }: Pick<PastExport, 'id'>) {
  return useMutation({ mutationFn: () => callBridge('compareExport', { id }) });
}

/** Makes a month package, which a browser gets as a download; null where no file was chosen. */
export function useExportMonth() {
  const key = useRef<string | null>(null);
  const queries = useQueryClient();
  const { reset, ...exporting } = useMutation({
    mutationFn: async (request: MonthRequest) => {
      const own = crypto.randomUUID();
      key.current = own;
      const file = await callBridge('exportMonth', { key: own, request });
      // The user may have cancelled meanwhile.
      if (key.current === own && file?.download) fetchIntoDownloads(file.download, file.fileName);
      return file;
    },
    onSuccess: (file) => file && queries.invalidateQueries({ queryKey: exportHistoryQuery.queryKey }),
  });

  /** Ends one that is under way, and forgets the last. Nothing is left of it in either case but a finished file. */
  function cancel() {
    if (exporting.isPending && key.current !== null)
      void callBridge('cancelExport', { key: key.current }).catch(() => {});
    key.current = null;
    reset();
  }

  return { ...exporting, cancel };
}
