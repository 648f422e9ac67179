import type { FastifyInstance } from 'fastify';
import {
  endOtherSessions,
  listSessions,
  login,
  type Me,
  PLATFORM_HEADER,
  readMe,
  refresh,
} from '../../../shared/contract/auth.ts';
import type { Identity } from '../security/bearer.ts';
import { bearerIn } from '../security/request-guard.ts';
import { addEndpoint, type Handler, type RouteDeps } from './add-endpoint.ts';
import { listOf } from './envelopes.ts';

export function addAuthRoutes(app: FastifyInstance, { signIn, sessions, readWindowSignIn }: RouteDeps): void {
  const issueToken: Handler<typeof login | typeof refresh> = async ({ body, isAbandoned, peer, recognise, sent }) => {
    const window = readWindowSignIn(sent(PLATFORM_HEADER));
    const shown = { bearer: bearerIn(sent('authorization')), window };
    const asked = window && { platform: window.platform, isRemembered: !window.isTyped };
    const { issued, caller } = await signIn({ ...body, ...asked }, isAbandoned, peer, shown);
    recognise(caller);
    return issued;
  };
  addEndpoint(app, login, issueToken);
  // Other tokens of the user live on, so that requests under way do not fail.
  addEndpoint(app, refresh, issueToken);

  addEndpoint(app, readMe, ({ identity }) => meOf(identity));

  addEndpoint(app, listSessions, async ({ identity }) => {
    const { sessions: own, webhooks } = await sessions.list(identity);
    return { ...listOf(own), webhooks };
  });

  addEndpoint(app, endOtherSessions, ({ identity, body }) => sessions.endOthers(identity, body));
}

function meOf({ caller, auth }: Identity): Me {
  return {
    account: caller.account,
    user: { id: caller.userId, name: caller.name, email: caller.email },
    roles: [...caller.roles],
    locked_location: caller.lockedLocation && { ...caller.lockedLocation },
    is_demo: caller.isDemo ?? false,
    auth: { kind: auth.kind, expires_at: auth.expiresAtS },
  };
}
