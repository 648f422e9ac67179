import type { FastifyInstance, FastifyRequest } from 'fastify';

const MAX_PATH_LOGGED = 200;

/** One line a request. No headers, bodies or tokens, and of the address the path alone: a query holds names. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.identity && {
          account: request.identity.caller.account,
          userId: request.identity.caller.userId,
        }),
      },
      'request',
    );
  });
}

function pathOf(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split(/[?#]/, 1);
  return path.slice(0, MAX_PATH_LOGGED);
}
