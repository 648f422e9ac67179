import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listSegments } from '../../../shared/contract/customers.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useFormat } from '../../lib/language.ts';

/** The segments, and a function that formats their titles. Blank until they are read. */
export function useSegments() {
  const { data } = useQuery({
    queryKey: ['segments'],
    meta: { holdsNames: true },
    queryFn: ({ signal }) => readApi(listSegments, { signal }),
    staleTime: 5 * 60_000,
  });
  const format = useFormat();
  return useMemo(() => {
    const titles = new Map(data?.data.map(({ id, title }) => [id, title]));
    const formatSegments = (ids: readonly number[] | null) => {
      if (ids === null) return format.text(null);
      return data === undefined ? '' : ids.map((id) => titles.get(id) ?? `#${id}`).join(', ');
    };
    return { segments: data?.data, formatSegments };
  }, [data, format]);
}
