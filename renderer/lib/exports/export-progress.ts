import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExportStatus } from '../../../shared/contract/bridge.ts';
import type { RunningExport } from '../../../shared/contract/exports.ts';
import { callBridge } from '../host/bridge-client.ts';
import { hasRunning, useExportsStore } from './exports-store.ts';

interface PacedStatus extends ExportStatus {
  readonly running: readonly PacedExport[];
}

const ASK_EVERY_MS = 500;

const PROGRESS_KEY = ['export-progress'] as const;

/** The exports under way and those that have ended, from the host. */
const exportProgressQuery = queryOptions({
  queryKey: PROGRESS_KEY,
  queryFn: async ({ client }): Promise<PacedStatus> => {
    const before = client.getQueryData<PacedStatus>(PROGRESS_KEY)?.running ?? [];
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

/** Asks the host at the start and when the window gets the focus, and repeatedly while an export runs. */
export function useFollowExports(): void {
  const isRunning = useExportsStore(hasRunning);
  const follow = useExportsStore((state) => state.follow);
  const { data } = useQuery({ ...exportProgressQuery, refetchInterval: isRunning && ASK_EVERY_MS });
  useEffect(() => {
    if (data) follow(data);
  }, [data, follow]);
}

/** Progress of an export; undefined until the host has reported it. */
export function useExportProgress(key: string): PacedExport | undefined {
  const { data } = useQuery({ ...exportProgressQuery, enabled: false });
  return data?.running.find((running) => running.key === key);
}

/** An export under way with its rate, smoothed over the reports so far. */
export interface PacedExport extends RunningExport {
  /** Null until the first rows are there. */
  readonly rowsPerS: number | null;
}

/** Weight of the latest report against the previous ones. */
const WEIGHT_OF_LATEST = 0.3;

const MS_PER_S = 1_000;

/** A report with the rate that follows from it and the previous one. A new phase begins without a rate. */
export function withPace(before: PacedExport | undefined, now: RunningExport): PacedExport {
  const known = before?.phase === now.phase && before.rows <= now.rows ? before : null;
  return { ...now, rowsPerS: nextPace(known, now) };
}

/**
 * Whole seconds until all rows are read, rounded so that the figure stands still for a while: to 5 above 10 and to
 * minutes above 90. Null where it is unknown, and when only the end of the file is left to write.
 */
export function secondsLeft({ rows, total, rowsPerS }: PacedExport): number | null {
  if (total === null || rowsPerS === null || rowsPerS <= 0 || rows >= total) return null;
  const seconds = (total - rows) / rowsPerS;
  if (seconds <= 10) return Math.ceil(seconds);
  return roundUp(seconds, seconds <= 90 ? 5 : 60);
}

function nextPace(before: PacedExport | null, { rows, elapsedMs }: RunningExport): number | null {
  if (rows === 0 || elapsedMs === 0) return null;
  if (before === null || before.rowsPerS === null) return (rows / elapsedMs) * MS_PER_S;
  const passedMs = elapsedMs - before.elapsedMs;
  if (passedMs <= 0) return before.rowsPerS;
  const latest = ((rows - before.rows) / passedMs) * MS_PER_S;
  return before.rowsPerS + WEIGHT_OF_LATEST * (latest - before.rowsPerS);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
