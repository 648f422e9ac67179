import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listLocations } from '../../../shared/contract/locations.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { readApi } from '../host/api-client.ts';
import { useMe } from '../session.ts';

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listShops, { signal }),
  staleTime: 10 * 60_000,
});

/** Names a shop; blank while the shops are being read, and by its number where it is not among them. */
export function useShopTitle(): (shopId: number) => string {
  const { data: shops, isPending } = useQuery(shopsQuery);
  const titles = useMemo(() => new Map(shops?.data.map(({ id, title }) => [id, title])), [shops]);
  return useCallback((id) => titles.get(id) ?? (isPending ? '' : `#${id}`), [titles, isPending]);
}

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listLocations, { signal }),
  staleTime: 10 * 60_000,
});

/** Names the location of a report; its number until the locations are read. */
export function useLocationTitle(): (locationId: number | null) => string {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null }).data?.data;
  return (locationId) => {
    if (locationId === null) return t('report.allLocations');
    const known = locked ? [locked] : locations;
    return known?.find((location) => location.id === locationId)?.title ?? String(locationId);
  };
}
