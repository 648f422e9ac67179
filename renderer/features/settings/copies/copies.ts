import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callBridge } from '../../../lib/host/bridge-client.ts';

const COPIES_KEY = ['copies'] as const;

/** What is kept on this PC of other platforms. */
export const copiesQuery = queryOptions({
  queryKey: COPIES_KEY,
  queryFn: () => callBridge('readCopies', {}),
  staleTime: 0,
});

/** Done once what is left is read again, also where it failed half-way. */
export function useEmptyCopies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callBridge('emptyCopies', {}),
    onSettled: () => client.invalidateQueries({ queryKey: COPIES_KEY }),
  });
}
