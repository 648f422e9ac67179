import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ResponseOf } from '../../../shared/contract/endpoint.ts';
import { readHealth } from '../../../shared/contract/health.ts';
import { addEndpoint } from './add-endpoint.ts';
import type { ServiceParts } from './service-parts.ts';

type Health = ResponseOf<typeof readHealth>;

export function addHealthRoutes(app: FastifyInstance, { nonce }: Pick<ServiceParts, 'nonce'>): void {
  const key = Buffer.from(nonce, 'hex');

  addEndpoint(app, readHealth, ({ query }): Health => {
    if (query.challenge === undefined) return { status: 'ok' };
    const challenge = Buffer.from(query.challenge, 'hex');
    return { status: 'ok', hmac: createHmac('sha256', key).update(challenge).digest('hex') };
  });
}
