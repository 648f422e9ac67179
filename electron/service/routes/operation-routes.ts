import type { FastifyInstance } from 'fastify';
import type { ResponseOf } from '../../../shared/contract/endpoint.ts';
import { readHealth } from '../../../shared/contract/service.ts';
import { proveChallenge } from '../../base/instance-proof.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import { ApiError } from '../server/api-error.ts';
import type { Readiness } from '../server/readiness.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';

export function addReadinessRoute(app: FastifyInstance, readiness: Readiness): void {
  app.get('/ready', { config: { access: 'public' } }, async () => {
    const reason = await readiness.findReason();
    if (reason === null) return { status: 'ready' };
    throw new ApiError('not_ready', `Not ready: ${reason}.`);
  });
}

/** Metrics for Prometheus. They have no personal data, but only operators should see them. */
export function addMetricsRoute(app: FastifyInstance, metrics: ServiceMetrics): void {
  app.get('/metrics', { config: { access: 'public' } }, async (_request, reply) => {
    const text = await metrics.read();
    return reply.type(metrics.mediaType).send(text);
  });
}

type Health = ResponseOf<typeof readHealth>;

export function addHealthRoutes(app: FastifyInstance, { nonce }: Pick<RouteDeps, 'nonce'>): void {
  addEndpoint(app, readHealth, ({ query }): Health => {
    if (query.challenge === undefined) return { status: 'ok' };
    return { status: 'ok', hmac: proveChallenge(nonce, query.challenge) };
  });
}
