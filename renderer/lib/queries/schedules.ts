import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { Schedule } from '../../../shared/contract/schedules.ts';
import { listSchedules, removeSchedule, runSchedule, saveSchedule } from '../../../shared/contract/window.ts';
import { callApi, readApi } from '../host/api-client.ts';

const SCHEDULES_KEY = ['schedules'] as const;

const EVERY_MS = 30_000;
const EVERY_MS_WHILE_MADE = 1_000;

/** The exports that Tilldesk makes by itself for the user. */
export const schedulesQuery = queryOptions({
  queryKey: SCHEDULES_KEY,
  queryFn: () => readApi(listSchedules),
  staleTime: 0,
  refetchInterval: ({ state: { data = [] } }) => (data.some(isBeingMade) ? EVERY_MS_WHILE_MADE : EVERY_MS),
});

/** Whether the file is being made, or will be in a moment. */
export function isBeingMade({ lastRun }: Pick<Schedule, 'lastRun'>): boolean {
  return lastRun !== null && (lastRun.isRunning || lastRun.state === 'waiting');
}

/** Each of them reads the list again before it settles. */
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
