import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';

/** Finished exports, newest first, a page at a time. */
export const exportHistoryQuery = infiniteQueryOptions({
  queryKey: ['export-history'],
  queryFn: ({ pageParam: before }) => callBridge('listExportHistory', { before }),
  initialPageParam: null as PastExport['id'] | null,
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  // The command line writes into it as well.
  staleTime: 0,
});

/** Reads the data of an export again, which takes as long as the export itself. */
export function useCompareExport({ id }: Pick<PastExport, 'id'>) {
  return useMutation({ mutationFn: () => callBridge('compareExport', { id }) });
}
