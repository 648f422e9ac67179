import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../session/clock.ts';
import { loggablePath } from './loggable-path.ts';
import { type RequestJournal, UNREAD } from './request-journal.ts';

/** Tells log and journal of everything that was answered. No headers, bodies, tokens or queries: they hold names. */
export interface RequestLog {
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** What failed before it was a request and was told so on the bare socket. */
  refused(refusal: { readonly requestId: string; readonly status: number }): void;
}

interface RequestLogOptions {
  readonly journal: RequestJournal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createRequestLog({ journal, clock, log }: RequestLogOptions): RequestLog {
  return {
    answered(request, reply) {
      const { method, identity } = request;
      const path = loggablePath(request.raw.url ?? '');
      const status = reply.statusCode;
      const durationMs = Math.round(reply.elapsedTime * 10) / 10;
      const caller = identity?.caller ?? null;
      const apiKeyName = identity?.auth.kind === 'api_key' ? identity.auth.name : null;
      request.log.info(
        {
          ...{ method, path, status, durationMs },
          ...(caller && { account: caller.account, userId: caller.userId }),
          ...(apiKeyName !== null && { apiKey: apiKeyName }),
        },
        'request',
      );
      const at = clock.now();
      journal.add({ at, method, path, status, durationMs, caller, apiKeyName, requestId: request.id });
    },

    refused({ requestId, status }) {
      log.info({ requestId, status }, 'refused before it was a request');
      const unread = { method: UNREAD, path: UNREAD, durationMs: 0, caller: null, apiKeyName: null };
      journal.add({ ...unread, at: clock.now(), status, requestId });
    },
  };
}

export function addRequestLog(app: FastifyInstance, requestLog: RequestLog): void {
  app.addHook('onResponse', async (request, reply) => requestLog.answered(request, reply));
}
