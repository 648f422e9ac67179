import type { FastifyInstance } from 'fastify';
import { changePreferences, readPreferences } from '../../../shared/contract/window.ts';
import type { createPreferencesRepository } from '../../store/accounts/preferences-repository.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';

export interface PreferencesRoutesDeps {
  readonly preferences: ReturnType<typeof createPreferencesRepository>;
}

/** The preferences of the signed-in user, and nobody else's. */
export function addPreferencesRoutes(app: FastifyInstance, { preferences }: PreferencesRoutesDeps): void {
  addEndpoint(app, readPreferences, ({ caller }) => preferences.read(caller));
  addEndpoint(app, changePreferences, ({ caller, body }) => preferences.change(caller, body));
}
