import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { shopsQuery } from './list-shops.ts';

/** Names a shop; blank while the shops are being read, and by its number where it is not among them. */
export function useShopTitle(): (shopId: number) => string {
  const { data: shops, isPending } = useQuery(shopsQuery);
  const titles = useMemo(() => new Map(shops?.data.map(({ id, title }) => [id, title])), [shops]);
  return useCallback((id) => titles.get(id) ?? (isPending ? '' : `#${id}`), [titles, isPending]);
}
