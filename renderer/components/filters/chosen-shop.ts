import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../lib/host/session.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { locationsQuery, type Place, shopsQuery } from '../../lib/queries/shops.ts';

/** A value in the address: `undefined` if nothing was chosen, `null` for all. */
type PlaceChoice = number[] | null | undefined;

export const EVERYWHERE: Place = { shopIds: null, locationIds: null };

export function isEverywhere({ shopIds, locationIds }: Place): boolean {
  return shopIds === null && locationIds === null;
}

/** The values of a place in a saved view. */
export function toSavedPlace({ shopIds, locationIds }: Place) {
  return shopIds === null ? { location_id: locationIds } : { shop_id: shopIds };
}

interface PlaceChoices {
  readonly shop_id?: PlaceChoice;
  readonly location_id?: PlaceChoice;
}

export interface ChosenPlace extends Place {
  /** The values in the address for a choice. They replace the previous choice. */
  readonly toChoices: (place: Place) => Required<PlaceChoices>;
}

/** The place chosen on a page about shops; without a choice the preferred one. */
export function useChosenPlace({ shop_id, location_id }: PlaceChoices): ChosenPlace {
  const { shopId, locationId } = usePreferredPlace();
  const shops = useMemo(() => (shopId === null ? null : [shopId]), [shopId]);
  const locations = useMemo(() => (locationId === null ? null : [locationId]), [locationId]);
  const isChosen = shop_id !== undefined || location_id !== undefined;
  const shopIds = isChosen ? (shop_id ?? null) : shops;
  const named = isChosen ? (location_id ?? null) : locations;
  const hasPreferred = shops !== null || locations !== null;
  return {
    shopIds,
    // A shop belongs to one location, so that location adds nothing.
    locationIds: shopIds === null ? named : null,
    toChoices: ({ shopIds: chosen, locationIds }) => ({
      shop_id: chosen ?? (locationIds === null && hasPreferred ? null : undefined),
      location_id: locationIds ?? undefined,
    }),
  };
}

/** The place chosen on a page about figures; without a choice the preferred location, or that of the preferred shop. */
export function useReportPlace({ shop_id, location_id }: PlaceChoices): ChosenPlace {
  const { locked_location: locked } = useMe();
  const { shopId, locationId, locationOfShop } = usePreferredPlace();
  // A user locked to a location gets only that location from the API, without a filter.
  const hasPreferred = (shopId !== null || locationId !== null) && locked === null;
  const id = locationId ?? locationOfShop;
  const preferred = useMemo(() => (id === null || !hasPreferred ? null : [id]), [id, hasPreferred]);
  const shopIds = shop_id ?? null;
  const named = location_id === undefined && shop_id === undefined ? preferred : (location_id ?? null);
  return {
    shopIds,
    locationIds: shopIds === null ? named : null,
    toChoices: ({ shopIds: shops, locationIds }) => ({
      shop_id: shops ?? undefined,
      location_id: locationIds ?? (shops === null && hasPreferred ? null : undefined),
    }),
  };
}

/** The preferred shop or location. Both are `null` if none is preferred or the preferred one is gone. */
interface PreferredPlace {
  readonly shopId: number | null;
  readonly locationId: number | null;
  /** `null` until the shops are read too. */
  readonly locationOfShop: number | null;
  /** The user can no longer see the preferred place: it was removed, or belongs to another account. */
  readonly isGone: boolean;
}

/** The preferred place. It is assumed to exist until the shops or locations are read. */
export function usePreferredPlace(): PreferredPlace {
  const { locked_location: locked } = useMe();
  const { defaultShopId, defaultLocationId } = usePreferences();
  const shops = useQuery({ ...shopsQuery, enabled: defaultShopId !== null }).data?.data;
  // A user locked to a location has no other to prefer.
  const chosenLocationId = locked === null ? defaultLocationId : null;
  const locations = useQuery({ ...locationsQuery, enabled: chosenLocationId !== null }).data?.data;
  const shop = shops?.find(({ id }) => id === defaultShopId);
  const isShopGone = defaultShopId !== null && shops !== undefined && shop === undefined;
  const isLocationGone = chosenLocationId !== null && locations?.every(({ id }) => id !== chosenLocationId) === true;
  return {
    shopId: isShopGone ? null : defaultShopId,
    locationId: isLocationGone ? null : chosenLocationId,
    locationOfShop: shop?.location_id ?? null,
    isGone: isShopGone || isLocationGone,
  };
}
