import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { Schedule } from '../../../shared/contract/schedules.ts';
import { listSchedules, removeSchedule, runSchedule, saveSchedule } from '../../../shared/contract/window.ts';
import { callApi, readApi } from '../host/api-client.ts';

const SCHEDULES_KEY = ['schedules'] as const;

const POLL_INTERVAL_MS = 30_000;
const RUNNING_POLL_INTERVAL_MS = 1_000;

/** The scheduled exports of the user. */
export const schedulesQuery = queryOptions({
  queryKey: SCHEDULES_KEY,
  queryFn: () => readApi(listSchedules),
  staleTime: 0,
  refetchInterval: ({ state: { data = [] } }) => (data.some(isBeingMade) ? RUNNING_POLL_INTERVAL_MS : POLL_INTERVAL_MS),
});

/** Whether the file is being made or waits to be made. */
export function isBeingMade({ lastRun }: Pick<Schedule, 'lastRun'>): boolean {
  return lastRun !== null && (lastRun.isRunning || lastRun.state === 'waiting');
}

/** These mutations read the list again before they settle. */
export function useSaveSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveSchedule>) => callApi(saveSchedule, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  });
}

export function useRemoveSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(removeSchedule, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  });
}

export function useRunSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(runSchedule, { id, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  });
}
