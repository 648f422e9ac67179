import type { Kysely } from 'kysely';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/default-preferences.ts';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { takeTurn } from '../take-turn.ts';
import { keptPreferences } from './kept-preferences.ts';

/** Whose preferences. */
interface PreferencesOwner {
  readonly accountId: number;
  readonly userId: number;
}

/** Told of a user whose row is not as it was written; `isSetAside` once a change takes its place. */
type TellDamaged = (owner: PreferencesOwner, damage: { what: string; isSetAside: boolean }) => void;

/** What each user likes to find; for a user without a row, and in place of what is damaged, the default. */
export function createPreferencesRepository(db: Kysely<StoreSchema>, tellDamaged: TellDamaged) {
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

async function dataOf(db: Kysely<StoreSchema>, owner: PreferencesOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('data')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst();
  return row?.data;
}

async function setAside(db: Kysely<StoreSchema>, owner: PreferencesOwner, data: string): Promise<void> {
  await db
    .insertInto('damaged_preferences')
    .values({ account_id: owner.accountId, user_id: owner.userId, data })
    .execute();
}

async function write(db: Kysely<StoreSchema>, owner: PreferencesOwner, data: string): Promise<void> {
  await db
    .insertInto('preferences')
    .values({ account_id: owner.accountId, user_id: owner.userId, data })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ data }))
    .execute();
}
