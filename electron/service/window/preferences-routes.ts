import type { FastifyInstance } from 'fastify';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { changePreferences, readPreferences } from '../../../shared/contract/window.ts';
import type { UserReference } from '../../base/caller.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';

/** Stores the preferences of every user on this computer. */
export interface PreferenceStore {
  /** Has the default of whatever the user never chose. */
  read(user: UserReference): Promise<Preferences>;
  /** Stores all of the changes or none; answers the preferences after that. */
  change(user: UserReference, changes: Partial<Preferences>): Promise<Preferences>;
}

export interface PreferencesRoutesDeps {
  readonly preferences: PreferenceStore;
}

/** The preferences of the signed-in user, and nobody else's. */
export function addPreferencesRoutes(app: FastifyInstance, { preferences }: PreferencesRoutesDeps): void {
  addEndpoint(app, readPreferences, ({ caller }) => preferences.read(caller));
  addEndpoint(app, changePreferences, ({ caller, body }) => preferences.change(caller, body));
}
