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
import { parseBearer } from '../security/request-guard.ts';
import { addEndpoint, type Handler, type RouteDeps } from './add-endpoint.ts';
import { toList } from './envelopes.ts';

export function addAuthRoutes(app: FastifyInstance, { signIn, sessions, readWindowSignIn }: RouteDeps): void {
  const issueToken: Handler<typeof login | typeof refresh> = async ({
    body,
    isAbandoned,
    peer,
    setCaller,
    readHeader,
  }) => {
    const window = readWindowSignIn(readHeader(PLATFORM_HEADER));
    const shown = { bearer: parseBearer(readHeader('authorization')), window };
    const windowSignIn = window && { platform: window.platform, isRemembered: !window.isTyped };
    const { issued, caller } = await signIn({ ...body, ...windowSignIn }, isAbandoned, peer, shown);
    setCaller(caller);
    return issued;
  };
  addEndpoint(app, login, issueToken);
  // Other tokens of the user stay valid, so that requests in progress do not fail.
  addEndpoint(app, refresh, issueToken);

  addEndpoint(app, readMe, ({ identity }) => toMe(identity));

  addEndpoint(app, listSessions, async ({ identity }) => {
    const { sessions: own, webhooks } = await sessions.list(identity);
    return { ...toList(own), webhooks };
  });

  addEndpoint(app, endOtherSessions, ({ identity, body }) => sessions.endOthers(identity, body));
}

function toMe({ caller, auth }: Identity): Me {
  return {
    account: caller.account,
    user: { id: caller.userId, name: caller.name, email: caller.email },
    roles: [...caller.roles],
    locked_location: caller.lockedLocation && { ...caller.lockedLocation },
    is_demo: caller.isDemo ?? false,
    auth: { kind: auth.kind, expires_at: auth.expiresAtS },
  };
}
