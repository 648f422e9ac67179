import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExportTidings } from '../../../shared/contract/bridge.ts';
import { callBridge } from '../host/bridge-client.ts';
import { type PacedExport, withPace } from './export-pace.ts';
import { hasRunning, useExportsStore } from './exports-store.ts';

interface PacedTidings extends ExportTidings {
  readonly running: readonly PacedExport[];
}

const ASK_EVERY_MS = 500;
const PROGRESS_KEY = ['export-progress'] as const;

/** What the host says of the exports under way, and of those that have ended. */
const exportProgressQuery = queryOptions({
  queryKey: PROGRESS_KEY,
  queryFn: async ({ client }): Promise<PacedTidings> => {
    const before = client.getQueryData<PacedTidings>(PROGRESS_KEY)?.running ?? [];
    const { running, ended } = await callBridge('readExportProgress', {});
    const paced = running.map((now) =>
      withPace(
        before.find(({ key }) => key === now.key),
        now,
      ),
    );
    return { running: paced, ended };
  },
  staleTime: 0,
  refetchIntervalInBackground: false,
});

/** Asks the host at the start and whenever the window is turned to, and again and again only while something runs. */
export function useFollowExports(): void {
  const isRunning = useExportsStore(hasRunning);
  const follow = useExportsStore((state) => state.follow);
  const { data } = useQuery({ ...exportProgressQuery, refetchInterval: isRunning && ASK_EVERY_MS });
  useEffect(() => {
    if (data) follow(data);
  }, [data, follow]);
}

/** How an export goes; undefined until the host has said it. */
export function useExportProgress(key: string): PacedExport | undefined {
  const { data } = useQuery({ ...exportProgressQuery, enabled: false });
  return data?.running.find((running) => running.key === key);
}
