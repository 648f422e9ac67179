import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Report = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Reports every request that arrived whole and whose connection closed before the answer was out: for those
 * Fastify calls no `onResponse`. What did not arrive whole is the business of socket-errors.ts.
 */
export function addUnansweredRequests(app: FastifyInstance, report: Report): void {
  const openOf = new WeakMap<Socket, Map<FastifyRequest, FastifyReply>>();

  const follow = (socket: Socket) => {
    const open = new Map<FastifyRequest, FastifyReply>();
    openOf.set(socket, open);
    socket.once('close', () => {
      for (const [request, reply] of open) if (request.raw.complete) report(request, reply);
    });
    return open;
  };

  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    (openOf.get(socket) ?? follow(socket)).set(request, reply);
  });
  app.addHook('onResponse', async (request) => {
    openOf.get(request.raw.socket)?.delete(request);
  });
}
