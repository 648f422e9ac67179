import type { FastifyInstance } from 'fastify';
import type { KeyedQueue } from '../../base/keyed-queue.ts';
import { checkAddress } from './address-guard.ts';
import { checkExpectation } from './expectation-guard.ts';
import { createHeavyCalls } from './heavy-calls.ts';
import type { ShownIdentity } from './identity.ts';
import { peerOf } from './peer-of.ts';
import { OWN_COMPUTER, type Reach } from './reach.ts';
import { checkRights } from './rights-guard.ts';
import { checkRoute } from './route-guard.ts';
import { authenticate, type Bearers } from './token-guard.ts';
import { checkTransferCoding } from './transfer-guard.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where heavy calls of one token or key wait for each other. */
    heavyCalls: KeyedQueue;
  }
  interface FastifyRequest {
    /** Who calls; null on an endpoint that is public. */
    identity: ShownIdentity | null;
    /** Where it comes from, see peer-of.ts; never logged. */
    peer: string;
  }
}

/**
 * The checks before a body is read, in the order of the contract: host and origin 403, path 404, method 405,
 * token 401, rights 403. A route is closed unless its endpoint says `public`.
 */
export function addRequestGuard(app: FastifyInstance, bearers: Bearers, reach: Reach = OWN_COMPUTER): void {
  app.decorate('heavyCalls', createHeavyCalls());
  app.decorateRequest('identity', null);
  app.decorateRequest('peer', '');
  app.decorateRequest('recognised', null);
  app.addHook('onRequest', async (request) => {
    checkAddress(request.raw, reach);
    request.peer = peerOf(request.raw, reach.proxies);
    checkRoute(app, request);
    checkExpectation(request.raw);
    checkTransferCoding(request.raw);
    const { access } = request.routeOptions.config;
    if (access === 'public') return;
    request.identity = await authenticate(request.raw, bearers);
    checkRights(access, request.identity.caller);
  });
}
