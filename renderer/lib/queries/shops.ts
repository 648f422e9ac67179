import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listLocationIds, listShopIds, type ReportScope } from '../../../shared/contract/financial-report.ts';
import { listLocations } from '../../../shared/contract/locations.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { createShopNameShortener } from '../../../shared/shop-names.ts';
import { readApi } from '../host/api-client.ts';
import { useMe } from '../host/session.ts';

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listShops, { signal }),
  staleTime: 10 * 60_000,
});

/** Removes from a shop's full name what all shop names of the account begin with. See `shortShopNames`. */
export function useShortShopName(): (getShopTitle: string) => string {
  const { data: shops } = useQuery(shopsQuery);
  return useMemo(() => createShopNameShortener((shops?.data ?? []).map(({ title }) => title)), [shops]);
}

/** The full name of a shop; blank while the shops are being read, and its number if there is no such shop. */
export function useShopTitle(): (shopId: number) => string {
  const { data: shops, isPending } = useQuery(shopsQuery);
  const titles = useMemo(() => new Map(shops?.data.map(({ id, title }) => [id, title])), [shops]);
  return useCallback((id) => titles.get(id) ?? (isPending ? '' : `#${id}`), [titles, isPending]);
}

/** The short name of a shop, for lists of shops. */
export function useShopName(): (shopId: number) => string {
  const getShopTitle = useShopTitle();
  const shortenShopName = useShortShopName();
  return useCallback((id) => shortenShopName(getShopTitle(id)), [getShopTitle, shortenShopName]);
}

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listLocations, { signal }),
  staleTime: 10 * 60_000,
});

/** The location of a shop; `null` if the shop has none or is unknown. */
export function useLocationOfShop(): (shopId: number) => { readonly id: number; readonly title: string } | null {
  const { data: shops } = useQuery(shopsQuery);
  const getLocationTitle = useLocationTitle();
  const ids = useMemo(() => new Map(shops?.data.map(({ id, location_id }) => [id, location_id])), [shops]);
  return useCallback(
    (shopId) => {
      const id = ids.get(shopId) ?? null;
      return id === null ? null : { id, title: getLocationTitle(id) };
    },
    [ids, getLocationTitle],
  );
}

/** The name of a location; its number until the locations are read. */
export function useLocationTitle(): (locationId: number) => string {
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null }).data?.data;
  return useCallback(
    (locationId) => {
      const known = locked ? [locked] : locations;
      return known?.find((location) => location.id === locationId)?.title ?? String(locationId);
    },
    [locked, locations],
  );
}

/** Some shops, or all shops of some locations. Both are `null` for all that the user may see. */
export interface Place {
  readonly shopIds: number[] | null;
  readonly locationIds: number[] | null;
}

/** Converts a place to filters of the API. */
export function toPlaceFilters({ shopIds, locationIds }: Place): {
  readonly location_id?: number[];
  readonly shop_id?: number[];
} {
  return { ...(locationIds !== null && { location_id: locationIds }), ...(shopIds !== null && { shop_id: shopIds }) };
}

/** Names the shops of a report, or its locations if it is not limited to shops. */
export function usePlaceTitles(): (report: ReportScope) => string {
  const formatLocations = useLocationTitles();
  const getShopTitle = useShopTitle();
  return (report) => {
    const shops = listShopIds(report);
    return shops.length > 0 ? shops.map(getShopTitle).join(', ') : formatLocations(listLocationIds(report));
  };
}

/** Names the locations of a report. An empty list means all. */
export function useLocationTitles(): (locationIds: readonly number[]) => string {
  const { t } = useTranslation();
  const getLocationTitle = useLocationTitle();
  return (ids) => (ids.length === 0 ? t('report.allLocations') : ids.map(getLocationTitle).join(', '));
}
