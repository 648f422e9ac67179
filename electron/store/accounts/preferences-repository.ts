import { Value } from 'typebox/value';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/defaults.ts';
import { VIEWS_MAX } from '../../../shared/contract/preference-limits.ts';
import { Preferences, SavedView } from '../../../shared/contract/preferences.ts';
import { parseJson } from '../../base/json.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeTurn } from '../transactions.ts';

/** Whose preferences. */
interface PreferencesOwner {
  readonly accountId: number;
  readonly userId: number;
}

/** Told of a user whose row is not as it was written; `isSetAside` once a change takes its place. */
type TellDamaged = (owner: PreferencesOwner, damage: { what: string; isSetAside: boolean }) => void;

/** What each user likes to find; for a user without a row, and in place of what is damaged, the default. */
export function createPreferencesRepository(db: StoreDb, tellDamaged: TellDamaged) {
  return {
    async read(owner: PreferencesOwner): Promise<Preferences> {
      const { preferences, damage } = preferencesIn(await dataOf(db, owner));
      for (const what of damage) tellDamaged(owner, { what, isSetAside: false });
      return preferences;
    },

    /** Replaces what is given, keeps the rest, and answers both. A damaged row is set aside as it was. */
    async change(owner: PreferencesOwner, changes: Partial<Preferences>): Promise<Preferences> {
      const { changed, damage } = await inWriteTransaction(db, async (transaction) => {
        await takeTurn(transaction, `preferences ${owner.accountId} ${owner.userId}`);
        const data = await dataOf(transaction, owner);
        const { preferences, damage } = preferencesIn(data);
        if (data !== undefined && damage.length > 0) await setAside(transaction, owner, data);
        const changed = { ...preferences, ...changes };
        await write(transaction, owner, JSON.stringify(changed));
        return { changed, damage };
      });
      for (const what of damage) tellDamaged(owner, { what, isSetAside: true });
      return changed;
    },
  };
}

function preferencesIn(data: string | undefined): { preferences: Preferences; damage: readonly string[] } {
  const damage: string[] = [];
  const preferences =
    data === undefined ? DEFAULT_PREFERENCES : keptPreferences(data, (what) => void damage.push(what));
  return { preferences, damage };
}

async function dataOf(db: StoreDb, owner: PreferencesOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('data')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
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

/** Told what of the preferences is not as it was written, and is read as its default. */
export type TellDamagedMember = (what: string) => void;

/** The preferences in a text that may be damaged: each member that does not fit is left out, the rest stays. */
function keptPreferences(data: string, tellDamaged: TellDamagedMember): Preferences {
  const kept = parseObject(data);
  if (kept === null) {
    tellDamaged('all');
    return DEFAULT_PREFERENCES;
  }
  function member<M extends keyof Preferences>(name: M): Preferences[M] {
    const value = kept?.[name];
    if (value === undefined) return DEFAULT_PREFERENCES[name];
    if (fits(name, value)) return value;
    tellDamaged(name);
    return DEFAULT_PREFERENCES[name];
  }
  return {
    defaultPeriod: member('defaultPeriod'),
    defaultShopId: member('defaultShopId'),
    isTourDone: member('isTourDone'),
    habits: member('habits'),
    views: Array.isArray(kept.views) ? readableViews(kept.views, tellDamaged) : member('views'),
  };
}

function readableViews(kept: readonly unknown[], tellDamaged: TellDamagedMember): Preferences['views'] {
  const readable = kept.filter((view) => Value.Check(SavedView, view)).slice(0, VIEWS_MAX);
  if (readable.length < kept.length) tellDamaged(`${kept.length - readable.length} of the views`);
  return readable;
}

function fits<M extends keyof Preferences>(name: M, value: unknown): value is Preferences[M] {
  return Value.Check(Preferences.properties[name], value);
}

/** Null for a text that is not the JSON of an object. */
function parseObject(data: string): Partial<Record<string, unknown>> | null {
  const parsed = parseJson(data);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
}
