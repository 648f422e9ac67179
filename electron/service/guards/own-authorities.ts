import type { FastifyInstance } from 'fastify';

/** `host:port` forms under which this service may be addressed; none while it does not listen. */
export function ownAuthorities(app: FastifyInstance): readonly string[] {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return [];
  return [`127.0.0.1:${address.port}`, `localhost:${address.port}`];
}
