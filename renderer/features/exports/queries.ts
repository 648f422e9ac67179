import {
  infiniteQueryOptions,
  type Mutation,
  type MutationState,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { FinishedMonth, MonthRequest, PastExport, PastFile, PastMonth } from '../../../shared/contract/exports.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { listExportHistory } from '../../../shared/contract/window.ts';
import { MIN_DATE } from '../../../shared/periods.ts';
import { downloadFile } from '../../lib/exports/run-export.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';

/** Finished exports, newest first, read page by page. */
export const exportHistoryQuery = infiniteQueryOptions({
  queryKey: ['export-history'],
  queryFn: ({ pageParam: before }) => readApi(listExportHistory, { query: { before: before ?? undefined } }),
  initialPageParam: null as PastFile['id'] | null,
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  // The command line adds exports too.
  staleTime: 0,
});

/** The day of the first order of the account; `null` if there is none. */
export function firstOrderQuery(today: CalendarDate) {
  return queryOptions({
    queryKey: ['first-order', today],
    async queryFn({ signal }): Promise<CalendarDate | null> {
      const query = { from: MIN_DATE, to: today, sort: 'date_purchased', limit: 1 } as const;
      const { data } = await readApi(listOrders, { query, signal });
      return data[0]?.date_purchased.slice(0, 10) ?? null;
    },
  });
}

/** Whether the figures of a package are still those of its report. */
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

interface MonthRun extends MonthRequest {
  /** The key for cancelling the run. */
  readonly key: string;
}

const MONTH_RUNS = { mutationKey: ['export-month'] };

/**
 * Makes a month package, which a browser downloads. The result is `null` if no file was chosen. The run continues when
 * the user leaves the page, and is shown again when they return.
 */
export function useExportMonth() {
  const queries = useQueryClient();
  const mutations = queries.getMutationCache();
  const { mutate } = useMutation({
    ...MONTH_RUNS,
    mutationFn: async ({ key, ...request }: MonthRun) => {
      const file = await callBridge('exportMonth', { key, request });
      // A run that was cancelled meanwhile is no longer in the cache.
      if (file?.download && mutations.find(createRunFilter(key))) downloadFile(file.download, file.fileName);
      return file;
    },
    onSuccess: (file) => file && queries.invalidateQueries({ queryKey: exportHistoryQuery.queryKey }),
  });
  const latest = useMutationState({
    filters: MONTH_RUNS,
    select: ({ state }) => state as MutationState<FinishedMonth | null, Error, MonthRun>,
  }).at(-1);

  function forget() {
    for (const run of mutations.findAll(MONTH_RUNS)) mutations.remove(run);
  }

  return {
    run: latest?.variables,
    isPending: latest?.status === 'pending',
    data: latest?.data,
    error: latest?.error ?? null,
    mutate(request: MonthRequest) {
      forget();
      mutate({ key: crypto.randomUUID(), ...request });
    },
    /** Cancels the current run. Only a file that was already finished remains. */
    cancel() {
      if (latest?.variables) void callBridge('cancelExport', { key: latest.variables.key }).catch(() => {});
      forget();
    },
  };
}

function createRunFilter(key: string) {
  return {
    ...MONTH_RUNS,
    predicate: ({ state }: Mutation<unknown, Error, unknown>) => (state.variables as MonthRun).key === key,
  };
}
