import { HOME_COUNTRY } from '../../../shared/contract/tax-rates.ts';
import { parseJson } from '../../base/json.ts';
import { mergeFact, readFact, writeFacts } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';

/** A fact of the copy that is stored as JSON. `initial` has every member, also those that an older fact lacks. */
export interface JsonFact<Value extends object> {
  read(db: StoreKeeperDb): Promise<Value>;
  /** Null where it was never written. */
  find(db: StoreKeeperDb): Promise<Value | null>;
  write(db: StoreKeeperDb, value: Value): Promise<void>;
  /** Writes some members in one statement: what somebody else writes of the others at the same moment stays. */
  change(db: StoreKeeperDb, changes: Partial<Value>): Promise<void>;
}

export function jsonFact<Value extends object>(name: string, initial: Value): JsonFact<Value> {
  async function find(db: StoreKeeperDb): Promise<Value | null> {
    const stored = parseJson((await readFact(db, name)) ?? '');
    // This program wrote it, in this form.
    return typeof stored === 'object' && stored !== null ? { ...initial, ...(stored as Partial<Value>) } : null;
  }
  return {
    find,
    read: async (db) => (await find(db)) ?? initial,
    write: (db, value) => writeFacts(db, { [name]: JSON.stringify(value) }),
    // A member that becomes null is left out, and read as it is initially.
    change: (db, changes) => mergeFact(db, name, changes),
  };
}

/** What the records of an account have in common, read with its reference data. */
export interface AccountFacts {
  /** Null while it is not known. */
  readonly ownShopId: number | null;
  readonly homeCountry: string;
  /** Null while it is not known which products are gift cards. */
  readonly giftCardProducts: readonly number[] | null;
  /** Our id of the only active location; null with none or several, and where locations are not listed. */
  readonly onlyLocationId: number | null;
}

export const accountFacts = jsonFact<AccountFacts>('account', {
  ...{ ownShopId: null, homeCountry: HOME_COUNTRY, giftCardProducts: null, onlyLocationId: null },
});
