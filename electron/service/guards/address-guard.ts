import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { checkHost } from './host-guard.ts';
import { checkOrigin } from './origin-guard.ts';

/** Refuses what is not addressed to this service, or comes from a page that is not its own. */
export function checkAddress(app: FastifyInstance, message: IncomingMessage): void {
  const authorities = ownAuthorities(app);
  checkHost(message, authorities);
  checkOrigin(message, authorities);
}

/** `host:port` forms under which this service may be addressed; none while it does not listen. */
export function ownAuthorities(app: FastifyInstance): readonly string[] {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return [];
  return [`127.0.0.1:${address.port}`, `localhost:${address.port}`];
}
