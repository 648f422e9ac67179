import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { shopsQuery } from '../../lib/queries/shops.ts';
import { useMe } from '../../lib/session.ts';

/** Value in the address: undefined while nothing was chosen, null for all. */
export type LocationChoice = number[] | null | undefined;

export interface ChosenLocation {
  /** Null for all. */
  readonly ids: number[] | null;
  /** The value in the address for a choice. `null` for all is needed only where a shop is preferred. */
  readonly choiceOf: (ids: number[] | null) => LocationChoice;
}

/** Some shops, or all of some locations; both null for all that the user sees. */
export interface Place {
  readonly shopIds: number[] | null;
  readonly locationIds: number[] | null;
}

export const EVERYWHERE: Place = { shopIds: null, locationIds: null };

interface PlaceChoices {
  readonly shop_id?: LocationChoice;
  readonly location_id?: LocationChoice;
}

interface ChosenPlace extends Place {
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

/** The locations that are chosen on a page about locations; without a choice that of the preferred shop. */
export function useChosenLocation(choice: LocationChoice): ChosenLocation {
  const { locked_location: locked } = useMe();
  const { id, locationId } = useDefaultShop();
  const preferred = useMemo(() => (locationId === null ? null : [locationId]), [locationId]);
  // To a locked user there is one location, and the API answers with it unasked.
  return locked ? chosenLocation(choice, null, false) : chosenLocation(choice, preferred, id !== null);
}

function chosenLocation(choice: LocationChoice, preferred: number[] | null, hasPreferred: boolean): ChosenLocation {
  return {
    ids: choice === undefined ? preferred : choice,
    choiceOf: (ids) => ids ?? (hasPreferred ? null : undefined),
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
