import type { FastifyInstance } from 'fastify';
import { listStock } from '../../../shared/contract/stock.ts';
import { addEndpoint } from './add-endpoint.ts';
import { pageAnswer } from './envelopes.ts';
import type { ServiceParts } from './service-parts.ts';

export function addStockRoutes(app: FastifyInstance, { platform, requireKnownIds }: ServiceParts): void {
  addEndpoint(app, listStock, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return pageAnswer({}, query, await platform.listStock(caller, query));
  });
}
