import { queryOptions, useQuery } from '@tanstack/react-query';
import { callBridge } from '../lib/bridge-client.ts';
import { type PacedExport, withPace } from './export-pace.ts';
import { useExportsStore } from './exports-store.ts';

const ASK_EVERY_MS = 500;
const PROGRESS_KEY = ['export-progress'] as const;

/** By key, what the host says of the exports under way. */
const exportProgressQuery = queryOptions({
  queryKey: PROGRESS_KEY,
  queryFn: async ({ client }): Promise<readonly PacedExport[]> => {
    const before = client.getQueryData<readonly PacedExport[]>(PROGRESS_KEY) ?? [];
    const running = await callBridge('readExportProgress', {});
    return running.map((now) =>
      withPace(
        before.find(({ key }) => key === now.key),
        now,
      ),
    );
  },
  staleTime: 0,
  refetchInterval: ASK_EVERY_MS,
  refetchIntervalInBackground: false,
});

/** How an export goes; undefined until the host has said it. It is asked only while something runs. */
export function useExportProgress(key: string): PacedExport | undefined {
  const isRunning = useExportsStore(({ entries }) => entries.some(({ kind }) => kind === 'running'));
  const { data } = useQuery({ ...exportProgressQuery, enabled: isRunning });
  return data?.find((running) => running.key === key);
}
