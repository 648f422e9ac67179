import { HOME_COUNTRY } from '../../../../shared/contract/tax-rates.ts';
import { readFact } from '../../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';

/** What the records of an account have in common, read with its reference data. */
export interface AccountFacts {
  /** Null while it is not known. */
  readonly ownShopId: number | null;
  readonly homeCountry: string;
  readonly currency: string;
  readonly giftCardProducts: ReadonlySet<number>;
  /** Our id of the only active location; null with none or several, and where locations are not listed. */
  readonly onlyLocationId: number | null;
  /** Whether all of its locations have been listed: one that is not among them is no longer in use. */
  readonly areLocationsListed: boolean;
}

const NAMES = {
  ownShopId: 'own_shop_id',
  homeCountry: 'home_country',
  currency: 'currency',
  giftCardProducts: 'gift_card_products',
  onlyLocationId: 'only_location_id',
  areLocationsListed: 'locations_listed',
} as const;

export async function readAccountFacts(db: StoreKeeperDb): Promise<AccountFacts> {
  const shop = await readFact(db, NAMES.ownShopId);
  const location = await readFact(db, NAMES.onlyLocationId);
  const giftCards: number[] = JSON.parse((await readFact(db, NAMES.giftCardProducts)) ?? '[]');
  return {
    ownShopId: shop === undefined ? null : Number(shop),
    homeCountry: (await readFact(db, NAMES.homeCountry)) ?? HOME_COUNTRY,
    currency: (await readFact(db, NAMES.currency)) ?? 'EUR',
    giftCardProducts: new Set(giftCards),
    onlyLocationId: location === undefined ? null : Number(location),
    areLocationsListed: (await readFact(db, NAMES.areLocationsListed)) !== undefined,
  };
}

/** For `writeFacts`, with those that are given: the others stay as they are. */
export function accountFacts(known: Partial<AccountFacts>): Record<string, string | null> {
  const facts: Record<string, string | null> = {};
  if (known.ownShopId !== undefined) facts[NAMES.ownShopId] = known.ownShopId === null ? null : String(known.ownShopId);
  if (known.onlyLocationId !== undefined) {
    facts[NAMES.onlyLocationId] = known.onlyLocationId === null ? null : String(known.onlyLocationId);
  }
  if (known.areLocationsListed !== undefined) facts[NAMES.areLocationsListed] = known.areLocationsListed ? '1' : null;
  if (known.homeCountry !== undefined) facts[NAMES.homeCountry] = known.homeCountry;
  if (known.currency !== undefined) facts[NAMES.currency] = known.currency;
  if (known.giftCardProducts !== undefined) {
    facts[NAMES.giftCardProducts] = JSON.stringify([...known.giftCardProducts].sort((a, b) => a - b));
  }
  return facts;
}
