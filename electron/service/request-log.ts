import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const MAX_PATH_LOGGED = 200;

export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
}

/** One line a request. No headers, bodies or tokens, and of the address the path alone: a query holds names. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const caller = request.identity?.caller;
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ...(caller && { account: caller.account, userId: caller.userId }),
    },
    'request',
  );
}

function pathOf(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split(/[?#]/, 1);
  return path.slice(0, MAX_PATH_LOGGED);
}
