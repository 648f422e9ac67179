import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { checkHost } from './host-guard.ts';
import { checkOrigin } from './origin-guard.ts';
import { withoutMapping } from './peer-of.ts';
import { ownOrigins, type Reach } from './reach.ts';
import { isThisComputer } from './trusted-proxies.ts';

/** Refuses what is not addressed to this service, comes from a page that is not its own, or around the proxy. */
export function checkAddress(message: IncomingMessage, reach: Reach): void {
  const origins = ownOrigins(message, reach);
  checkHost(message, origins);
  checkOrigin(message, origins);
  checkProxy(message, reach);
}

/**
 * Where TLS ends at a proxy, whoever goes around it would send credentials that anybody can read, unless they never leave
 * this computer.
 */
function checkProxy({ socket }: IncomingMessage, { proxies }: Reach): void {
  const address = withoutMapping(socket.remoteAddress ?? '');
  if (proxies === null || proxies.has(address) || isThisComputer(address)) return;
  throw new ApiError('forbidden', 'Requests come through the proxy of this service alone.');
}
