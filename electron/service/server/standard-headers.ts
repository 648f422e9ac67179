import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** For a year: whoever has come once by HTTPS comes by nothing else. Not on behalf of a proxy, which says it itself. */
const ENCRYPTED_ALONE = { 'strict-transport-security': 'max-age=31536000' };

export function newRequestId(): string {
  return randomUUID();
}

/** Headers of every response, errors and replies on a bare socket included. */
export function standardHeaders(requestId: string, isEncrypted: boolean): Record<string, string> {
  return {
    ...(isEncrypted && ENCRYPTED_ALONE),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Has to come before the guards: what they refuse carries the headers too. */
export function addStandardHeaders(app: FastifyInstance, isEncrypted: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(standardHeaders(request.id, isEncrypted));
  });
}
