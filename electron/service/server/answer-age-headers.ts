import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { type AnswerAge, withAnswerAge } from '../../platform/answer-age.ts';

/**
 * Says of an answer that comes from a copy how old it is: `Age` (RFC 9111) and `Cache-Status` (RFC 9211), with the host
 * that cannot be reached. Has to come before the guards, which ask the platform too.
 */
export function addAnswerAgeHeaders(app: FastifyInstance, clock: Pick<Clock, 'now'>): void {
  const ages = new WeakMap<FastifyRequest, () => AnswerAge | null>();

  app.addHook('onRequest', (request, _reply, done) => {
    withAnswerAge((ageOf) => {
      ages.set(request, ageOf);
      done();
    });
  });
  app.addHook('onSend', async (request, reply) => {
    const age = ages.get(request)?.() ?? null;
    if (age !== null && reply.statusCode < 400) reply.headers(answerAgeHeaders(age, clock.now()));
  });
}

function answerAgeHeaders({ fetchedAt, unreachable }: AnswerAge, now: number): Record<string, string> {
  const detail = unreachable === null ? '' : `; detail="unreachable: ${unreachable}"`;
  return {
    age: String(Math.max(0, Math.floor((now - fetchedAt) / 1000))),
    'cache-status': `tilldesk; hit${detail}`,
  };
}
