import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { turnoverGroupsQuery } from './list-turnover-groups.ts';

export interface TurnoverGroups {
  /** Empty until they are read. */
  readonly all: readonly TurnoverGroup[];
  /** Blank while they are being read; the id itself where no group has it. */
  readonly titleOf: (id: number) => string;
}

const NONE: readonly TurnoverGroup[] = [];

/** The turnover groups with the words for their ids. */
export function useTurnoverGroups(): TurnoverGroups {
  const { data, isPending } = useQuery(turnoverGroupsQuery);
  return useMemo(() => {
    const all = data?.data ?? NONE;
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    return { all, titleOf: (id) => titles.get(id) ?? (isPending ? '' : `#${id}`) };
  }, [data, isPending]);
}
