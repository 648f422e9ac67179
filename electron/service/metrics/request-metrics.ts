import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addUnansweredRequests, CLIENT_LEFT } from '../server/request-log.ts';

export interface ObservedRequest {
  /** Of the routes, so that there are only so many; not the path that was asked for. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface RequestObserver {
  began(): void;
  ended(request: ObservedRequest): void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];
const OTHER = 'other';

export function addRequestMetrics(app: FastifyInstance, observer: RequestObserver): void {
  const open = new WeakSet<FastifyRequest>();
  const end = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (!open.delete(request)) return;
    const { method, routeOptions } = request;
    observer.ended({
      route: routeOptions.url ?? OTHER,
      method: METHODS.includes(method) ? method : OTHER,
      status,
      durationMs: reply.elapsedTime,
    });
  };

  app.addHook('onRequest', async (request) => {
    open.add(request);
    observer.began();
  });
  app.addHook('onResponse', async (request, reply) => end(request, reply, reply.statusCode));
  addUnansweredRequests(app, (request, reply) => end(request, reply, CLIENT_LEFT));
}
