import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../../lib/preferences.ts';
import { shopsQuery } from '../../lib/queries/shops.ts';
import { useMe } from '../../lib/session.ts';

/** Value in the address: undefined while nothing was chosen, null for all. */
export type LocationChoice = number | null | undefined;

export interface ChosenLocation {
  /** Null for all. */
  readonly id: number | null;
  /** The value in the address for a choice. `null` for all is needed only where a shop is preferred. */
  readonly choiceOf: (id: number | null) => LocationChoice;
}

/** The shop that is chosen on a page; without a choice the preferred one. */
export function useChosenShop(choice: LocationChoice): ChosenLocation {
  const { id: preferred } = useDefaultShop();
  return chosenLocation(choice, preferred, preferred !== null);
}

/** The same for a page that is about locations: without a choice the location of the preferred shop. */
export function useChosenLocation(choice: LocationChoice): ChosenLocation {
  const { locked_location: locked } = useMe();
  const { id: preferred, locationId } = useDefaultShop();
  // To a locked user there is one location, and the API answers with it unasked.
  return locked ? chosenLocation(choice, null, false) : chosenLocation(choice, locationId, preferred !== null);
}

function chosenLocation(choice: LocationChoice, preferred: number | null, hasPreferred: boolean): ChosenLocation {
  return {
    id: choice === undefined ? preferred : choice,
    choiceOf: (id) => id ?? (hasPreferred ? null : undefined),
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
