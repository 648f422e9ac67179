import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../lib/host/session.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { locationsQuery, type Place, shopsQuery } from '../../lib/queries/shops.ts';

/** Value in the address: undefined while nothing was chosen, null for all. */
type PlaceChoice = number[] | null | undefined;

export const EVERYWHERE: Place = { shopIds: null, locationIds: null };

export function isEverywhere({ shopIds, locationIds }: Place): boolean {
  return shopIds === null && locationIds === null;
}

/** The values that a saved view holds for a place. */
export function savedPlace({ shopIds, locationIds }: Place) {
  return shopIds === null ? { location_id: locationIds } : { shop_id: shopIds };
}

interface PlaceChoices {
  readonly shop_id?: PlaceChoice;
  readonly location_id?: PlaceChoice;
}

export interface ChosenPlace extends Place {
  /** The values in the address for a choice: that of what was chosen before is taken off. */
  readonly choicesOf: (place: Place) => Required<PlaceChoices>;
}

/** The places that are chosen on a page about shops; without a choice the preferred one. */
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
    // A shop is of one location: it says more than that location.
    locationIds: shopIds === null ? named : null,
    choicesOf: ({ shopIds: chosen, locationIds }) => ({
      shop_id: chosen ?? (locationIds === null && hasPreferred ? null : undefined),
      location_id: locationIds ?? undefined,
    }),
  };
}

/** The places that are chosen on a page about figures; without a choice the preferred location, or that of the preferred shop. */
export function useReportPlace({ shop_id, location_id }: PlaceChoices): ChosenPlace {
  const { locked_location: locked } = useMe();
  const { shopId, locationId, locationOfShop } = usePreferredPlace();
  // To a locked user there is one location, and the API answers with it unasked.
  const hasPreferred = (shopId !== null || locationId !== null) && locked === null;
  const id = locationId ?? locationOfShop;
  const preferred = useMemo(() => (id === null || !hasPreferred ? null : [id]), [id, hasPreferred]);
  const shopIds = shop_id ?? null;
  const named = location_id === undefined && shop_id === undefined ? preferred : (location_id ?? null);
  return {
    shopIds,
    locationIds: shopIds === null ? named : null,
    choicesOf: ({ shopIds: shops, locationIds }) => ({
      shop_id: shops ?? undefined,
      location_id: locationIds ?? (shops === null && hasPreferred ? null : undefined),
    }),
  };
}

/** A shop or a location, or neither for all: none is preferred, or the preferred one is not there any more. */
interface PreferredPlace {
  readonly shopId: number | null;
  readonly locationId: number | null;
  /** `null` until the shops are read too. */
  readonly locationOfShop: number | null;
  /** A place is preferred that the user does not see any more: it was removed, or is of another account. */
  readonly isGone: boolean;
}

/** What the user prefers. It is believed to be there until the shops or the locations are read. */
export function usePreferredPlace(): PreferredPlace {
  const { locked_location: locked } = useMe();
  const { defaultShopId, defaultLocationId } = usePreferences();
  const shops = useQuery({ ...shopsQuery, enabled: defaultShopId !== null }).data?.data;
  // A user of one location has no other to prefer.
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
