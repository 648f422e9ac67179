import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { loggablePath } from './loggable-path.ts';
import { type RequestJournal, UNREAD } from './request-journal.ts';
import { addUnansweredRequests } from './unanswered-requests.ts';

/** How web servers write that the client left before the answer; it goes over no wire. */
const CLIENT_LEFT = 499;

/** Tells log and journal of everything that was answered. No headers, bodies, tokens or queries: they hold names. */
export interface RequestLog {
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** What the client did not wait for, under status 499. */
  unanswered(request: FastifyRequest, reply: FastifyReply): void;
  /** What failed before it was a request; on the bare socket it was told so where that was possible. */
  refused(refusal: { readonly requestId: string; readonly status: number }): void;
}

interface RequestLogOptions {
  readonly journal: RequestJournal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createRequestLog({ journal, clock, log }: RequestLogOptions): RequestLog {
  const note = (request: FastifyRequest, reply: FastifyReply, status: number, what: string) => {
    const { method, identity, recognised } = request;
    const path = loggablePath(request.raw.url ?? '');
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    // Neither is there on a request whose path cannot be read.
    const caller = identity?.caller ?? recognised ?? null;
    const apiKeyName = identity?.auth.kind === 'api_key' ? identity.auth.name : null;
    request.log.info(
      {
        method,
        path,
        status,
        durationMs,
        ...(caller && { account: caller.account, userId: caller.userId }),
        ...(apiKeyName !== null && { apiKey: apiKeyName }),
      },
      what,
    );
    const at = clock.now();
    journal.add({ at, method, path, status, durationMs, caller, apiKeyName, requestId: request.id });
  };

  return {
    answered: (request, reply) => note(request, reply, reply.statusCode, 'request'),
    unanswered: (request, reply) => note(request, reply, CLIENT_LEFT, 'request without an answer'),

    refused({ requestId, status }) {
      log.info({ requestId, status }, 'refused before it was a request');
      const unread = { method: UNREAD, path: UNREAD, durationMs: 0, caller: null, apiKeyName: null };
      journal.add({ ...unread, at: clock.now(), status, requestId });
    },
  };
}

export function addRequestLog(app: FastifyInstance, requestLog: RequestLog): void {
  app.addHook('onResponse', async (request, reply) => requestLog.answered(request, reply));
  addUnansweredRequests(app, requestLog.unanswered);
}
