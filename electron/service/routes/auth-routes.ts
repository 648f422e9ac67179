import type { FastifyInstance } from 'fastify';
import { login, type Me, readMe, refresh } from '../../../shared/contract/auth.ts';
import { addEndpoint } from '../add-endpoint.ts';
import type { Identity } from '../identity.ts';
import type { ServiceParts } from '../service-parts.ts';

export function addAuthRoutes(app: FastifyInstance, { signIn }: ServiceParts): void {
  addEndpoint(app, login, ({ body }) => signIn(body));
  // Other tokens of the user live on, so that requests under way do not fail.
  addEndpoint(app, refresh, ({ body }) => signIn(body));

  addEndpoint(app, readMe, ({ identity }) => meOf(identity));
}

function meOf({ caller, auth }: Identity): Me {
  return {
    account: caller.account,
    user: { id: caller.userId, name: caller.name, email: caller.email },
    roles: [...caller.roles],
    locked_location: caller.lockedLocation && { ...caller.lockedLocation },
    auth: { kind: auth.kind, expires_at: auth.expiresAtS },
  };
}
