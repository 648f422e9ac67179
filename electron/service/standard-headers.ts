import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

export function newRequestId(): string {
  return randomUUID();
}

/** Headers of every response, errors and replies on a bare socket included. */
export function standardHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Has to come before the guards: what they refuse carries the headers too. */
export function addStandardHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(standardHeaders(request.id));
  });
}
