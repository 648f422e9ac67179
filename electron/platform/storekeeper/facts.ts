import { HOME_COUNTRY } from '../../../shared/contract/tax-rates.ts';
import { parseJson } from '../../base/json.ts';
import { mergeFact, readFact, writeFacts } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';

/** A fact of the copy that is stored as JSON. `initial` fills in members that an older version did not store. */
export interface JsonFact<Value extends object> {
  read(db: StoreKeeperDb): Promise<Value>;
  /** `null` if it was never written. */
  find(db: StoreKeeperDb): Promise<Value | null>;
  write(db: StoreKeeperDb, value: Value): Promise<void>;
  /** Changes some members in one statement, so that concurrent changes of other members are not lost. */
  change(db: StoreKeeperDb, changes: Partial<Value>): Promise<void>;
}

export function createJsonFact<Value extends object>(name: string, initial: Value): JsonFact<Value> {
  async function find(db: StoreKeeperDb): Promise<Value | null> {
    const stored = parseJson((await readFact(db, name)) ?? '');
    // The cast holds: only this program writes the fact.
    return typeof stored === 'object' && stored !== null ? { ...initial, ...(stored as Partial<Value>) } : null;
  }
  return {
    find,
    read: async (db) => (await find(db)) ?? initial,
    write: (db, value) => writeFacts(db, { [name]: JSON.stringify(value) }),
    // `null` removes a member, so that it has its initial value again.
    change: (db, changes) => mergeFact(db, name, changes),
  };
}

/** Data about an account that its records need, read with the reference lists. */
export interface AccountFacts {
  /** `null` until it is read. */
  readonly ownShopId: number | null;
  readonly homeCountry: string;
  /** `null` until it is known which products are gift cards. */
  readonly giftCardProducts: readonly number[] | null;
  /** Our id of the only active location; `null` if there are none or several, or if locations cannot be listed. */
  readonly onlyLocationId: number | null;
}

export const accountFacts = createJsonFact<AccountFacts>('account', {
  ...{ ownShopId: null, homeCountry: HOME_COUNTRY, giftCardProducts: null, onlyLocationId: null },
});
