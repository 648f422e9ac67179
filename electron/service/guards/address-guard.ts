import type { IncomingMessage } from 'node:http';
import { checkHost } from './host-guard.ts';
import { checkOrigin } from './origin-guard.ts';

/** Refuses what is not addressed to this service, or comes from a page that is not its own. */
export function checkAddress(message: IncomingMessage): void {
  const authorities = ownAuthorities(message);
  checkHost(message, authorities);
  checkOrigin(message, authorities);
}

/**
 * `host:port` forms under which this service may be addressed. The port is that of the connection: a service that stops
 * listens on none any more, and still answers on the connections that are open. None where the connection is gone.
 */
function ownAuthorities({ socket }: IncomingMessage): readonly string[] {
  const { localPort } = socket;
  return localPort === undefined ? [] : [`127.0.0.1:${localPort}`, `localhost:${localPort}`];
}
