import type { FastifyInstance } from 'fastify';
import { relayApiCall } from '../pages/relay-api-call.ts';
import type { UiCore } from '../pages/ui-host.ts';

/** The page reads the API on its own origin; the token is added behind it. */
export function addApiRoutes(app: FastifyInstance, core: UiCore): void {
  app.get('/api/*', async (request, reply) => {
    const target = request.raw.url ?? '';
    if (!target.startsWith('/api/')) return reply.callNotFound();
    const { status, headers, body } = await relayApiCall(core, target);
    return reply.code(status).headers(headers).send(body);
  });
}
