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

/** Called if a user's row is damaged. `isSetAside` is true if a change replaced it. */
type OnDamaged = (owner: PreferencesOwner, damage: { what: string; isSetAside: boolean }) => void;

/** Preferences of each user. Missing rows and damaged members have defaults. */
export function createPreferencesRepository(db: StoreDb, onDamaged: OnDamaged) {
  return {
    async read(owner: PreferencesOwner): Promise<Preferences> {
      const { preferences, damage } = parsePreferences(await readData(db, owner));
      for (const what of damage) onDamaged(owner, { what, isSetAside: false });
      return preferences;
    },

    /** Replaces the given members and returns all. A copy of a damaged row is saved first. */
    async change(owner: PreferencesOwner, changes: Partial<Preferences>): Promise<Preferences> {
      const { changed, damage } = await inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `preferences ${owner.accountId} ${owner.userId}`);
        const data = await readData(transaction, owner);
        const { preferences, damage } = parsePreferences(data);
        if (data !== undefined && damage.length > 0) await saveDamaged(transaction, owner, data);
        const changed = { ...preferences, ...changes };
        await write(transaction, owner, JSON.stringify(changed));
        return { changed, damage };
      });
      for (const what of damage) onDamaged(owner, { what, isSetAside: true });
      return changed;
    },
  };
}

async function readData(db: StoreDb, { accountId, userId }: PreferencesOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('data')
    .where(({ and }) => and({ account_id: accountId, user_id: userId }))
    .executeTakeFirst();
  return row?.data;
}

async function saveDamaged(db: StoreDb, owner: PreferencesOwner, data: string): Promise<void> {
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

/** Parses preferences. Invalid members are listed in `damage` and get their default. */
function parsePreferences(data: string | undefined): { preferences: Preferences; damage: readonly string[] } {
  const damage: string[] = [];
  const stored = data === undefined ? {} : parseObject(data);
  if (stored === null) return { preferences: DEFAULT_PREFERENCES, damage: ['all'] };
  function readMember<M extends keyof Preferences>(name: M): Preferences[M] {
    const value = stored?.[name];
    if (isValidMember(name, value)) return value;
    if (value !== undefined) damage.push(name);
    return DEFAULT_PREFERENCES[name];
  }
  function filterViews(views: readonly unknown[]): Preferences['views'] {
    const readable = views.filter((view) => Value.Check(SavedView, view)).slice(0, MAX_VIEWS);
    if (readable.length < views.length) damage.push(`${views.length - readable.length} of the views`);
    return readable;
  }
  const preferences = {
    defaultPeriod: readMember('defaultPeriod'),
    defaultShopId: readMember('defaultShopId'),
    defaultLocationId: readMember('defaultLocationId'),
    lastExportForm: readMember('lastExportForm'),
    isTourDone: readMember('isTourDone'),
    habits: readMember('habits'),
    views: Array.isArray(stored.views) ? filterViews(stored.views) : readMember('views'),
  };
  return { preferences, damage };
}

function isValidMember<M extends keyof Preferences>(name: M, value: unknown): value is Preferences[M] {
  return Value.Check(Preferences.properties[name], value);
}

/** `null` if the text is not a JSON object. */
function parseObject(data: string): Partial<Record<string, unknown>> | null {
  const parsed = parseJson(data);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
}
