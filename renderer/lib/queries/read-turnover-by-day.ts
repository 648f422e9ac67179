import { queryOptions } from '@tanstack/react-query';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../shared/periods.ts';
import { readApi } from '../host/api-client.ts';

interface DaysFilters extends Period {
  /** Null for all locations that the user sees. */
  readonly locationId: number | null;
}

/** The figures of every day of a period, days to come included. */
export function turnoverByDayQuery({ from, to, locationId }: DaysFilters) {
  return queryOptions({
    queryKey: ['turnover-by-day', { from, to, locationId }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readTurnoverByDay, { query: { from, to, location_id: locationId ?? undefined }, signal }),
  });
}
