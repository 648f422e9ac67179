import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UiCore } from '../../bridge/ui-host.ts';
import type { PageRequest } from '../page-request.ts';
import { relayApiCall } from '../relay-api-call.ts';

/** The page asks the API on its own origin; the token is added behind it. */
export function addApiRoutes(app: FastifyInstance, core: UiCore): void {
  app.register(async (scope) => {
    // The bytes as they are, whatever they are said to be: the relay judges them, alike for every host.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    scope.all('/api/*', async (request, reply) => {
      const asked = pageRequestOf(request);
      if (!asked.target.startsWith('/api/')) return reply.callNotFound();
      const { status, headers, body } = await relayApiCall(core, asked);
      return reply.code(status).headers(headers).send(body);
    });
  });
}

function pageRequestOf({ raw, body }: FastifyRequest): PageRequest {
  return {
    method: raw.method ?? '',
    target: raw.url ?? '',
    header: (name) => raw.headersDistinct[name]?.join(', ') ?? null,
    body: Buffer.isBuffer(body) ? body : new Uint8Array(),
  };
}
