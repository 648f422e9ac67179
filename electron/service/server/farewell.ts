import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/**
 * Has clients come back by another connection once the program is stopping, while there is still time: a connection that
 * ends by itself would do so in the midst of somebody's next request.
 */
export function addFarewell(app: FastifyInstance, readiness: Pick<Readiness, 'isStopping'>): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (readiness.isStopping()) reply.header('connection', 'close');
  });
}
