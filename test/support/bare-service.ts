import Fastify, { type FastifyInstance } from 'fastify';
import type { Caller } from '../../electron/base/caller.ts';
import { OWN_COMPUTER } from '../../electron/service/security/exposure.ts';
import { addNetworkGuard, addRequestGuard } from '../../electron/service/security/request-guard.ts';
import { addJsonBodies } from '../../electron/service/server/body-decoder.ts';
import { listenOn } from '../../electron/service/server/create-server.ts';
import { addErrorHandler } from '../../electron/service/server/error-handler.ts';
import { type Answer, exchange, type Sending } from './http-exchange.ts';
import { STAND_IN_CALLER } from './stand-in-platform.ts';

export interface BareService {
  send(method: string, target: string, sending?: Sending): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * A service with guards and decoders only, to which a test adds routes. A token is the name of a role, such as `staff`.
 */
export async function startBareService(addRoutes: (app: FastifyInstance) => void): Promise<BareService> {
  const app = Fastify({ routerOptions: { querystringParser: (text) => ({ text }) } });
  const resolve = async (token: string) => {
    const role = (['owner', 'accountant', 'staff'] as const).find((one) => one === token);
    const caller: Caller = { ...STAND_IN_CALLER, roles: role ? [role] : [] };
    return token === 'unknown' ? null : { caller, auth: { kind: 'token', expiresAtS: 0 } as const };
  };
  addErrorHandler(app);
  addNetworkGuard(app, OWN_COMPUTER);
  addRequestGuard(app, { accessTokens: { resolve }, apiKeys: { resolve } });
  addJsonBodies(app);
  addRoutes(app);
  const port = await listenOn(app, '127.0.0.1', 0);
  return {
    send: (method, target, sending) => exchange(port, method, target, sending),
    stop: () => app.close(),
  };
}
