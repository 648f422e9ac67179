import { useMe } from '../../lib/me.ts';
import { useDefaultShop } from './use-default-shop.ts';

/** What stands in the address: undefined while nothing was chosen, null for all. */
export type PlaceChoice = number | null | undefined;

export interface ChosenPlace {
  /** Null for all. */
  readonly id: number | null;
  /** How a choice stands in the address. All of them only have to be said where another one is preferred. */
  readonly choiceOf: (id: number | null) => PlaceChoice;
}

/** The shop that is chosen on a page; without a choice the preferred one. */
export function useChosenShop(choice: PlaceChoice): ChosenPlace {
  const { id: preferred } = useDefaultShop();
  return chosenPlace(choice, preferred, preferred !== null);
}

/** The same for a page that is about locations: without a choice the location of the preferred shop. */
export function useChosenLocation(choice: PlaceChoice): ChosenPlace {
  const { locked_location: locked } = useMe();
  const { id: preferred, locationId } = useDefaultShop();
  // To a locked user there is one location, and the API answers with it unasked.
  return locked ? chosenPlace(choice, null, false) : chosenPlace(choice, locationId, preferred !== null);
}

function chosenPlace(choice: PlaceChoice, preferred: number | null, hasPreferred: boolean): ChosenPlace {
  return {
    id: choice === undefined ? preferred : choice,
    choiceOf: (id) => id ?? (hasPreferred ? null : undefined),
  };
}
