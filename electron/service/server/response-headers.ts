import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { type AnswerAge, trackAnswerAge } from '../../platform/answer-age.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the first hook. */
    ageOf: (() => AnswerAge | null) | null;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * For a year: a browser that has come once by HTTPS comes by nothing else. Not on behalf of a proxy, which says it
 * itself.
 */
const ENCRYPTED_ALONE = { 'strict-transport-security': 'max-age=31536000' };

export function newRequestId(): string {
  return randomUUID();
}

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
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(standardHeaders(request.id, isEncrypted));
    done();
  });
}

/** `Age` (RFC 9111) and `Cache-Status` (RFC 9211) of an answer out of a copy. Before the guards, which ask too. */
export function addAnswerAgeHeaders(app: FastifyInstance, clock: Pick<Clock, 'now'>): void {
  app.decorateRequest('ageOf', null);
  app.addHook('onRequest', (request, _reply, done) => {
    trackAnswerAge((ageOf) => {
      // Not in a WeakMap: that would keep each request and its answer until the collector goes over all objects.
      request.ageOf = ageOf;
      done();
    });
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const age = request.ageOf?.() ?? null;
    if (age !== null && reply.statusCode < 400) reply.headers(answerAgeHeaders(age, clock.now()));
    done();
  });
}

function answerAgeHeaders({ fetchedAt, unreachable }: AnswerAge, now: number): Record<string, string> {
  const detail = unreachable === null ? '' : `; detail="unreachable: ${unreachable}"`;
  return {
    age: String(Math.max(0, Math.floor((now - fetchedAt) / 1000))),
    'cache-status': `tilldesk; hit${detail}`,
  };
}
