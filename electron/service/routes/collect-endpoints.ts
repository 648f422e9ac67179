import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';

/** The endpoints of every route that is added from now on; it grows as they are. */
export function collectEndpoints(app: FastifyInstance): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // Fastify adds a HEAD to every GET.
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  return endpoints;
}
