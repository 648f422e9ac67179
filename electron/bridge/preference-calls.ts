import type { Preferences } from '../../shared/contract/preferences.ts';
import type { UserReference } from '../base/caller.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** Where the preferences of every user are kept on this computer. */
export interface PreferenceShelf {
  /** The default for what a user never chose. */
  read(user: UserReference): Promise<Preferences>;
  /** Keeps all of the changes or none; answers what holds then. */
  change(user: UserReference, changes: Partial<Preferences>): Promise<Preferences>;
}

export interface PreferenceCallsDeps extends SignedInCallerDeps {
  readonly preferences: PreferenceShelf;
}

type PreferenceCalls = Pick<BridgeCalls, 'readPreferences' | 'changePreferences'>;

/** What whoever is signed in likes to find; nobody else's. */
export function preferenceCalls({ preferences, ...deps }: PreferenceCallsDeps): PreferenceCalls {
  return {
    readPreferences: async () => preferences.read(await signedInCaller(deps)),
    changePreferences: async (changes) => preferences.change(await signedInCaller(deps), changes),
  };
}
