import type { FastifyInstance } from 'fastify';

/** The port that a server listens on; 0 while it does not. */
export function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
