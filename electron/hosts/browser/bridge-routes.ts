import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SESSION_ID_HEADER } from '../../../shared/contract/session-id.ts';
import type { UiCore } from '../../bridge/ui-host.ts';

/** The longest call is a change of all saved views. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** The calls of the page. A failure is part of the answer, so the status is 200 for every call. */
export function addBridgeRoutes(app: FastifyInstance, core: UiCore): void {
  app.post<{ Params: { call: string } }>('/bridge/:call', { bodyLimit: BODY_LIMIT_BYTES }, (request) =>
    core.handle(request.params.call, request.body, sessionIdOf(request)),
  );
}

function sessionIdOf({ raw }: FastifyRequest): string | null {
  return raw.headersDistinct[SESSION_ID_HEADER]?.join(', ') ?? null;
}
