import type { FastifyInstance } from 'fastify';
import { endOtherSessions, listSessions } from '../../../shared/contract/sessions.ts';
import { addEndpoint } from './add-endpoint.ts';
import { listOf } from './envelopes.ts';
import type { ServiceParts } from './service-parts.ts';

export function addSessionsRoutes(app: FastifyInstance, { sessions }: ServiceParts): void {
  addEndpoint(app, listSessions, async ({ identity }) => listOf(await sessions.list(identity)));

  addEndpoint(app, endOtherSessions, ({ identity, body }) => sessions.endOthers(identity, body));
}
