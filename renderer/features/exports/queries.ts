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
      const query = { from: MIN_DATE, to: today, sort: 'date_purchased', limit: 1 } as const;
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

interface MonthRun extends MonthRequest {
  /** By which the run is cancelled. */
  readonly key: string;
}

const MONTH_RUNS = { mutationKey: ['export-month'] };

/**
 * Makes a month package, which a browser gets as a download; `null` if no file was chosen. The run goes on when the page is
 * left, and whoever comes back finds it, or how it ended.
 */
export function useExportMonth() {
  const queries = useQueryClient();
  const mutations = queries.getMutationCache();
  const { mutate } = useMutation({
    ...MONTH_RUNS,
    mutationFn: async ({ key, ...request }: MonthRun) => {
      const file = await callBridge('exportMonth', { key, request });
      // A run that was cancelled meanwhile is no longer among them.
      if (file?.download && mutations.find(isRun(key))) downloadFile(file.download, file.fileName);
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
    /** Ends the run under way. Nothing is left of it but a file that was finished already. */
    cancel() {
      if (latest?.variables) void callBridge('cancelExport', { key: latest.variables.key }).catch(() => {});
      forget();
    },
  };
}

function isRun(key: string) {
  return {
    ...MONTH_RUNS,
    predicate: ({ state }: Mutation<unknown, Error, unknown>) => (state.variables as MonthRun).key === key,
  };
}
