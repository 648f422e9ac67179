import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { type AnswerAge, trackAnswerAge } from '../../platform/answer-age.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` before the first hook. */
    ageOf: (() => AnswerAge | null) | null;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * For a year: a browser that used HTTPS once uses nothing else. Not sent behind a proxy, which sets the header itself.
 */
const HSTS_HEADERS = { 'strict-transport-security': 'max-age=31536000' };

export function createRequestId(): string {
  return randomUUID();
}

export function createStandardHeaders(requestId: string, isEncrypted: boolean): Record<string, string> {
  return {
    ...(isEncrypted && HSTS_HEADERS),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Must come before the guards, so that refusals have the headers too. */
export function addStandardHeaders(app: FastifyInstance, isEncrypted: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(createStandardHeaders(request.id, isEncrypted));
    done();
  });
}

/**
 * Sets `Age` (RFC 9111) and `Cache-Status` (RFC 9211) on an answer from a copy. Before the guards, which ask the
 * platform too.
 */
export function addAnswerAgeHeaders(app: FastifyInstance, clock: Pick<Clock, 'now'>): void {
  app.decorateRequest('ageOf', null);
  app.addHook('onRequest', (request, _reply, done) => {
    trackAnswerAge((ageOf) => {
      // Not in a WeakMap, which would keep each request and its answer until a full garbage collection.
      request.ageOf = ageOf;
      done();
    });
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const age = request.ageOf?.() ?? null;
    if (age !== null && reply.statusCode < 400) reply.headers(createAnswerAgeHeaders(age, clock.now()));
    done();
  });
}

function createAnswerAgeHeaders({ fetchedAt, unreachable }: AnswerAge, now: number): Record<string, string> {
  const detail = unreachable === null ? '' : `; detail="unreachable: ${unreachable}"`;
  return {
    age: String(Math.max(0, Math.floor((now - fetchedAt) / 1000))),
    'cache-status': `tilldesk; hit${detail}`,
  };
}
