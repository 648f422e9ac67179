import { Value } from 'typebox/value';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/defaults.ts';
import { MAX_VIEWS } from '../../../shared/contract/preference-limits.ts';
import { Preferences, SavedView } from '../../../shared/contract/preferences.ts';
import { parseJson } from '../../base/json.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

interface PreferencesOwner {
  readonly accountId: number;
  readonly userId: number;
}

/** Called for a user whose row is damaged; `isSetAside` once a change replaces it. */
type OnDamaged = (owner: PreferencesOwner, damage: { what: string; isSetAside: boolean }) => void;

/** The preferences of each user; defaults for a user without a row, and for damaged members. */
export function createPreferencesRepository(db: StoreDb, onDamaged: OnDamaged) {
  return {
    async read(owner: PreferencesOwner): Promise<Preferences> {
      const { preferences, damage } = preferencesIn(await dataOf(db, owner));
      for (const what of damage) onDamaged(owner, { what, isSetAside: false });
      return preferences;
    },

    /** Replaces what is given, keeps the rest, and answers both. A damaged row is set aside as it was. */
    async change(owner: PreferencesOwner, changes: Partial<Preferences>): Promise<Preferences> {
      const { changed, damage } = await inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `preferences ${owner.accountId} ${owner.userId}`);
        const data = await dataOf(transaction, owner);
        const { preferences, damage } = preferencesIn(data);
        if (data !== undefined && damage.length > 0) await setAside(transaction, owner, data);
        const changed = { ...preferences, ...changes };
        await write(transaction, owner, JSON.stringify(changed));
        return { changed, damage };
      });
      for (const what of damage) onDamaged(owner, { what, isSetAside: true });
      return changed;
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

async function setAside(db: StoreDb, owner: PreferencesOwner, data: string): Promise<void> {
  await db
    .insertInto('damaged_preferences')
    .values({ account_id: owner.accountId, user_id: owner.userId, data })
    .execute();
}

async function write(db: StoreDb, owner: PreferencesOwner, data: string): Promise<void> {
  await db
    .insertInto('preferences')
    .values({ account_id: owner.accountId, user_id: owner.userId, data })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ data }))
    .execute();
}

/** The preferences in a text that may be damaged: a member that does not fit is named in `damage` and has its default. */
function preferencesIn(data: string | undefined): { preferences: Preferences; damage: readonly string[] } {
  const damage: string[] = [];
  const stored = data === undefined ? {} : parseObject(data);
  if (stored === null) return { preferences: DEFAULT_PREFERENCES, damage: ['all'] };
  function member<M extends keyof Preferences>(name: M): Preferences[M] {
    const value = stored?.[name];
    if (fits(name, value)) return value;
    if (value !== undefined) damage.push(name);
    return DEFAULT_PREFERENCES[name];
  }
  function readableViews(views: readonly unknown[]): Preferences['views'] {
    const readable = views.filter((view) => Value.Check(SavedView, view)).slice(0, MAX_VIEWS);
    if (readable.length < views.length) damage.push(`${views.length - readable.length} of the views`);
    return readable;
  }
  const preferences = {
    defaultPeriod: member('defaultPeriod'),
    defaultShopId: member('defaultShopId'),
    defaultLocationId: member('defaultLocationId'),
    lastExportForm: member('lastExportForm'),
    isTourDone: member('isTourDone'),
    habits: member('habits'),
    views: Array.isArray(stored.views) ? readableViews(stored.views) : member('views'),
  };
  return { preferences, damage };
}

function fits<M extends keyof Preferences>(name: M, value: unknown): value is Preferences[M] {
  return Value.Check(Preferences.properties[name], value);
}

/** Null for a text that is not the JSON of an object. */
function parseObject(data: string): Partial<Record<string, unknown>> | null {
  const parsed = parseJson(data);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
}
