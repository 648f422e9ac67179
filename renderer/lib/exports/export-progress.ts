import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExportStatus } from '../../../shared/contract/bridge.ts';
import type { RunningExport } from '../../../shared/contract/exports.ts';
import { callBridge } from '../host/bridge-client.ts';
import { hasRunning, useExportsStore } from './exports-store.ts';

interface StatusWithRates extends ExportStatus {
  readonly running: readonly ExportWithRate[];
}

const POLL_INTERVAL_MS = 500;

const PROGRESS_KEY = ['export-progress'] as const;

/** The running and the finished exports, from the host. */
const exportProgressQuery = queryOptions({
  queryKey: PROGRESS_KEY,
  queryFn: async ({ client }): Promise<StatusWithRates> => {
    const before = client.getQueryData<StatusWithRates>(PROGRESS_KEY)?.running ?? [];
    const { running, ended } = await callBridge('readExportProgress', {});
    const paced = running.map((now) =>
      addRate(
        before.find(({ key }) => key === now.key),
        now,
      ),
    );
    return { running: paced, ended };
  },
  staleTime: 0,
  refetchIntervalInBackground: false,
});

/** Asks the host on mount, when the window gets the focus, and repeatedly while an export runs. */
export function useFollowExports(): void {
  const isRunning = useExportsStore(hasRunning);
  const follow = useExportsStore((state) => state.follow);
  const { data } = useQuery({ ...exportProgressQuery, refetchInterval: isRunning && POLL_INTERVAL_MS });
  useEffect(() => {
    if (data) follow(data);
  }, [data, follow]);
}

/** Progress of an export; `undefined` until the host has reported it. */
export function useExportProgress(key: string): ExportWithRate | undefined {
  const { data } = useQuery({ ...exportProgressQuery, enabled: false });
  return data?.running.find((running) => running.key === key);
}

/** A running export with its rate, smoothed over the reports so far. */
export interface ExportWithRate extends RunningExport {
  /** `null` until the first rows are read. */
  readonly rowsPerS: number | null;
}

/** Weight of the latest report relative to the previous ones. */
const LATEST_WEIGHT = 0.3;

const MS_PER_S = 1_000;

/** Adds the rate that follows from the previous report. A new phase begins without a rate. */
export function addRate(before: ExportWithRate | undefined, now: RunningExport): ExportWithRate {
  const known = before?.phase === now.phase && before.rows <= now.rows ? before : null;
  return { ...now, rowsPerS: calculateRate(known, now) };
}

/**
 * Whole seconds until all rows are read. Values above 10 are rounded up to a multiple of 5, those above 90 to minutes,
 * so that the text changes less often. `null` if the time is unknown or only the end of the file remains to be written.
 */
export function calculateSecondsLeft({ rows, total, rowsPerS }: ExportWithRate): number | null {
  if (total === null || rowsPerS === null || rowsPerS <= 0 || rows >= total) return null;
  const seconds = (total - rows) / rowsPerS;
  if (seconds <= 10) return Math.ceil(seconds);
  return roundUp(seconds, seconds <= 90 ? 5 : 60);
}

function calculateRate(before: ExportWithRate | null, { rows, elapsedMs }: RunningExport): number | null {
  if (rows === 0 || elapsedMs === 0) return null;
  if (before === null || before.rowsPerS === null) return (rows / elapsedMs) * MS_PER_S;
  const passedMs = elapsedMs - before.elapsedMs;
  if (passedMs <= 0) return before.rowsPerS;
  const latest = ((rows - before.rows) / passedMs) * MS_PER_S;
  return before.rowsPerS + LATEST_WEIGHT * (latest - before.rowsPerS);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
