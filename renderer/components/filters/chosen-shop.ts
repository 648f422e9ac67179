import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../lib/host/session.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { type Place, shopsQuery } from '../../lib/queries/shops.ts';

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

/** The places that are chosen on a page about shops; without a choice the preferred shop. */
export function useChosenPlace({ shop_id, location_id }: PlaceChoices): ChosenPlace {
  const { id } = useDefaultShop();
  const preferred = useMemo(() => (id === null ? null : [id]), [id]);
  const named = location_id ?? null;
  // Where a link names a location, all of its shops are meant, and not the preferred one.
  const shopIds = shop_id === undefined && named === null ? preferred : (shop_id ?? null);
  return {
    shopIds,
    // A shop is of one location: it says more than that location.
    locationIds: shopIds === null ? named : null,
    choicesOf: ({ shopIds: shops, locationIds }) => ({
      shop_id: shops ?? (locationIds === null && preferred !== null ? null : undefined),
      location_id: locationIds ?? undefined,
    }),
  };
}

/** The places that are chosen on a page about figures; without a choice the location of the preferred shop. */
export function useReportPlace({ shop_id, location_id }: PlaceChoices): ChosenPlace {
  const { locked_location: locked } = useMe();
  const { id, locationId } = useDefaultShop();
  // To a locked user there is one location, and the API answers with it unasked.
  const hasPreferred = id !== null && locked === null;
  const preferred = useMemo(
    () => (locationId === null || !hasPreferred ? null : [locationId]),
    [locationId, hasPreferred],
  );
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

interface DefaultShop {
  /** Null for all shops: none is preferred, or the preferred one is not there any more. */
  readonly id: number | null;
  /** Null until the shops are read too. */
  readonly locationId: number | null;
  /** A shop is preferred that the user does not see any more: it was removed, or is of another account. */
  readonly isGone: boolean;
}

/** The shop that the user prefers. It is believed to be there until the shops are read. */
export function useDefaultShop(): DefaultShop {
  const { defaultShopId } = usePreferences();
  const shops = useQuery({ ...shopsQuery, enabled: defaultShopId !== null });
  const shop = shops.data?.data.find(({ id }) => id === defaultShopId);
  const isGone = defaultShopId !== null && shops.data !== undefined && shop === undefined;
  return { id: isGone ? null : defaultShopId, locationId: shop?.location_id ?? null, isGone };
}
