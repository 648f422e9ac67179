import { Value } from 'typebox/value';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/defaults.ts';
import { Preferences } from '../../../shared/contract/preferences.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

interface PreferencesOwner {
  readonly accountId: number;
  readonly userId: number;
}

/** The preferences of each user; defaults for a user without a row, and for members that this version does not know so. */
export function createPreferencesRepository(db: StoreDb) {
  return {
    read: async (owner: PreferencesOwner): Promise<Preferences> => preferencesIn(await dataOf(db, owner)),

    /** Replaces what is given, keeps the rest, and answers both. */
    change(owner: PreferencesOwner, changes: Partial<Preferences>): Promise<Preferences> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `preferences ${owner.accountId} ${owner.userId}`);
        const changed = { ...preferencesIn(await dataOf(transaction, owner)), ...changes };
        await write(transaction, owner, JSON.stringify(changed));
        return changed;
      });
    },
  };
}

async function dataOf(db: StoreDb, { accountId, userId }: PreferencesOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('data')
    .where(({ and }) => and({ account_id: accountId, user_id: userId }))
    .executeTakeFirst();
  return row?.data;
}

async function write(db: StoreDb, owner: PreferencesOwner, data: string): Promise<void> {
  await db
    .insertInto('preferences')
    .values({ account_id: owner.accountId, user_id: owner.userId, data })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ data }))
    .execute();
}

function preferencesIn(data: string | undefined): Preferences {
  const stored: Partial<Record<keyof Preferences, unknown>> = data === undefined ? {} : JSON.parse(data);
  function member<M extends keyof Preferences>(name: M): Preferences[M] {
    const value = stored[name];
    return fits(name, value) ? value : DEFAULT_PREFERENCES[name];
  }
  return {
    defaultPeriod: member('defaultPeriod'),
    defaultShopId: member('defaultShopId'),
    exportFormat: member('exportFormat'),
    isTourDone: member('isTourDone'),
    habits: member('habits'),
    views: member('views'),
  };
}

function fits<M extends keyof Preferences>(name: M, value: unknown): value is Preferences[M] {
  return Value.Check(Preferences.properties[name], value);
}
