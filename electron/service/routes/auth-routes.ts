import type { FastifyInstance } from 'fastify';
import { login, type Me, PLATFORM_HEADER, readMe, refresh } from '../../../shared/contract/auth.ts';
import type { Identity } from '../security/identity.ts';
import { bearerIn } from '../security/token-guard.ts';
import { windowSignInOf } from '../security/window-sign-in.ts';
import { addEndpoint, type Handler } from './add-endpoint.ts';
import type { ServiceParts } from './service-parts.ts';

export function addAuthRoutes(app: FastifyInstance, { signIn, readPlatformMark }: ServiceParts): void {
  const issueToken: Handler<typeof login | typeof refresh> = async ({
    body,
    isAbandoned,
    peer,
    recognise,
    sent,
  }) => {
    const window = windowSignInOf(sent(PLATFORM_HEADER), readPlatformMark);
    const shown = { bearer: bearerIn(sent('authorization')), window };
    const asked = window && { platform: window.platform };
    const { issued, caller } = await signIn({ ...body, ...asked }, isAbandoned, peer, shown);
    recognise(caller);
    return issued;
  };
  addEndpoint(app, login, issueToken);
  // Other tokens of the user live on, so that requests under way do not fail.
  addEndpoint(app, refresh, issueToken);

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
